"""Models on a release: answers in one table; scores, intervals and tables as functions of it."""

"""What answers say about the questions: difficulty, fit, suspect keys, and traces of memory."""

"""A second reader: a model quotes from its page what is in doubt, and the program checks it."""

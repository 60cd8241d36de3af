"""Where questions begin: numbers and other evidence, and the sequence that explains them best."""

"""Options of a question: with letters, or bare."""

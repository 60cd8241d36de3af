"""Answers: labels and values inside a question, keys apart from the questions, and their match."""

"""What a book prints against what was found: counts, numbers, questions that look wrong."""

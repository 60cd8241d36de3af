"""From the paragraphs of a book to questions, chapter by chapter, with their keys."""

"""From pieces of text with boxes to paragraphs in reading order."""

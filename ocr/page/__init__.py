"""What stands on a page image: its paper, lines, rules, figures, and the text layer of a PDF."""

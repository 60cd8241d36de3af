"""What a page tells as a whole, before it is cut: its furniture, its marks, its letters."""

"""HTML → lines of text as a reader sees them, with marks, images and notes."""

from documents.html.dom import select, soup
from documents.html.page import Text, fragment_text, page_notes, page_text
from documents.images import marker, pictured, without_pictures

__all__ = [
    "Text", "fragment_text", "marker", "page_notes", "page_text", "pictured", "select",
    "soup",    "without_pictures",
]  # fmt: skip

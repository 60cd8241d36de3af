"""Web sources: polite crawling into WARC, replay from it, and one reader per site."""

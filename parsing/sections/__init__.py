"""Where a sheet is cut: headings, sections, chapters, shared passages."""

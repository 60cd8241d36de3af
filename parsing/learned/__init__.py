"""A second reading of pages that the grammar doubts, by a sequence labeller learnt from pages."""

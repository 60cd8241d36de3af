"""Labels and option order: format, task, category; the shuffle."""

"""People's decisions about questions: rows in files, applied by a rebuild, never in place."""

"""Release folders: shards, card, Croissant, changes, report."""

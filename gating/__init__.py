"""What is held back from a release until somebody has looked, and why."""

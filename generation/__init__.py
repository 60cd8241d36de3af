"""Questions written by a model for the concepts of a catalogue."""

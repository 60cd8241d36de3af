"""Tables, boxes and grids of questions, options and keys."""

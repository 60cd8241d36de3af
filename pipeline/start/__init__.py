"""The first recipe of a person's own data: what lies there, and the files that a build needs."""

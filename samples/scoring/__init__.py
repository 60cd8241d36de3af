"""Comparing a build of the sample with the truth of what it prints."""

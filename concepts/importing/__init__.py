"""Spreadsheets, CSV files and Markdown outlines → the TOML files of a catalogue."""

"""Question banks that are structured already: JSON, CSV, Parquet, Hub datasets → raw questions."""

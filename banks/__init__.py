"""Question banks that are structured already: JSON, CSV, xlsx, Parquet, Hub → raw questions."""

"""One reader and one TOML per site."""

"""The kernel: records, identity, taxonomy, rules, stages, configuration, errors."""

__version__ = "0.1.0"

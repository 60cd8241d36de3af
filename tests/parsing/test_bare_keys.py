"""Keys that stand bare behind the options: whose they are, and which are none."""

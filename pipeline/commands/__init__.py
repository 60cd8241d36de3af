"""One module per verb, each with a click command named `command`, loaded when it is called."""

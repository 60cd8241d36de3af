"""Questions to models over the OpenAI-compatible interface: client, journal, budget."""

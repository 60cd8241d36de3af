"""A Hub on this machine, as `huggingface_hub` and `datasets` know it: to rehearse, for tests."""

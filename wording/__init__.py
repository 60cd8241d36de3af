"""What a change of wording does to a question: nothing, noise, another question."""

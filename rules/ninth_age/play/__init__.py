"""The chapters of play: what each step does to the state."""

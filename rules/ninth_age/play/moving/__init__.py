"""The movement phase: charges, compulsory moves and flight, the remaining moves."""

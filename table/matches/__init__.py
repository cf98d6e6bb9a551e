"""Matches: the log of facts, the referee who writes it, and the live table."""

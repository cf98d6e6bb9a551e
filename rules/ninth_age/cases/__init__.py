"""Worked cases in files, run through the real rules."""

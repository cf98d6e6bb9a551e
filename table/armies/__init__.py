"""Armies that players keep: mustered, checked, copied, and written out as text."""

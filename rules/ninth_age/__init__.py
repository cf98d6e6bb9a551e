"""The 9th Age: ranked fantasy battles."""

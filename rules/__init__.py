"""The games: plain Python libraries that know no web, no clock and no chance of their own."""

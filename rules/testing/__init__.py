"""The kit that tests of rules are written with: a toy game, the laws, tiny tables, cases, odds."""

"""Who somebody is: accounts, guests, and what each of them prefers."""

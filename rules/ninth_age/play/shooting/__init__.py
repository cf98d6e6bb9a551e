"""The shooting phase: aims, volleys, war machines."""

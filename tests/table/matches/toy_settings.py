"""The ordinary settings, and the toy game among the games: for servers that tests start."""

from rules import GAMES
from table.config.settings import *  # noqa: F403

GAMES["toy"] = "tests.table.matches.toys:TableToy"

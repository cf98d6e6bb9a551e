"""Ways to a table that tests of the table itself begin from."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tests.browser.people import Person

GREAT = ("Host of the Silver Shore", "Da Big Stompers")
"""The armies of The 9th Age that come with the game, of 2,000 points."""
NOTHING: Mapping[str, str] = MappingProxyType({})


def open_table(
    host: Person, *, game: str = "SAGA", points: str = "4", agreed: Mapping[str, str] = NOTHING
) -> tuple[str, str]:
    """A table with whatever is agreed on, by labels; its links to sit down and to watch."""
    host.visit("Tables")
    host.page.get_by_role("link", name="Create a table").click()
    host.page.get_by_role("navigation", name="Game").get_by_role("link", name=game).click()
    host.page.get_by_label("Points").select_option(points)
    for label, choice in agreed.items():
        host.page.get_by_label(label, exact=True).select_option(choice)
    name = host.page.get_by_label("Your name at the table")
    if name.count():  # whoever is not signed in plays as a guest
        name.fill(host.name)
    host.press("Create the table")
    links = [host.page.get_by_role("textbox", name=f"{kind} link") for kind in ("Invite", "Watch")]
    return links[0].input_value(), links[1].input_value()


def sit_down(
    host: Person,
    guest: Person,
    armies: tuple[str, str] = ("Wulfric's Hearth", "The Grey Destrier"),
    **terms: Any,
) -> str:
    """Two people at a table of their own, the second a guest, with armies that come with the game,
    at its first question; returns the link to watch. `terms` as in `open_table`."""
    host.go("/")
    invite, watch = open_table(host, **terms)
    guest.go(invite)
    guest.page.get_by_label("Your name at the table").fill(guest.name)
    guest.press("Sit down here")
    for person, army in zip((host, guest), armies, strict=True):
        person.bring(army)
    host.press("I am ready")
    guest.press("I am ready")
    for person in (host, guest):
        person.at_table()
    return watch


def practise(person: Person) -> None:
    """A table of one's own."""
    person.go("/")
    person.page.locator(".hero form button").first.click()
    person.at_table()


def set_up(*people: Person) -> None:
    """Let the server set all units up: everybody who is asked ends the deployment."""
    while ready := [p for p in people if p.page.locator("#end-deployment").count()]:
        newest = ready[0]
        newest.does(newest.page.locator("#end-deployment").click)
        for person in people:
            person.sees_fact(newest.seq)

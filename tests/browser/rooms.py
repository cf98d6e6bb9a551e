"""Ways to a table that tests of the table itself begin from."""

from tests.browser.people import Person


def open_table(host: Person) -> tuple[str, str]:
    """A table of four points; its links to sit down and to watch."""
    host.visit("Tables")
    host.page.get_by_role("link", name="Create a table").click()
    host.page.get_by_label("Points").select_option("4")
    name = host.page.get_by_label("Your name at the table")
    if name.count():  # whoever is not signed in plays as a guest
        name.fill(host.name)
    host.press("Create the table")
    links = [host.page.get_by_role("textbox", name=f"{kind} link") for kind in ("Invite", "Watch")]
    return links[0].input_value(), links[1].input_value()


def sit_down(host: Person, guest: Person) -> str:
    """Two guests at a table of their own, at its first question; returns the link to watch."""
    host.go("/")
    invite, watch = open_table(host)
    guest.go(invite)
    guest.page.get_by_label("Your name at the table").fill(guest.name)
    guest.press("Sit down here")
    host.bring("Wulfric's Hearth")
    guest.bring("The Grey Destrier")
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

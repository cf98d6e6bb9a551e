"""What several people who look at one match must see: the same."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.sight import account

MOST_TOLD = 600


def digest_of(person: Person) -> str:
    """The digest of the state in which the match ended, as it stands on the page."""
    shown = person.page.locator(".digest code")
    expect(shown).to_have_text(re.compile(r"^[0-9a-f]{12}$"))
    return shown.inner_text()


def all_see_the_same(people: list[Person]) -> dict[str, Any]:
    """Once all pages show the same fact they show the same log, bases, plates and score."""
    newest = max(person.seq for person in people)
    for person in people:
        person.sees_fact(newest)
    first, *others = (account(person.page) for person in people)
    for person, other in zip(people[1:], others, strict=True):
        apart = differences(other, first)
        assert not apart, f"{person.name} sees another table at {newest}: {apart}"
    return first


def differences(found: dict[str, Any], told: dict[str, Any]) -> dict[str, str]:
    """What two accounts do not have in common, part by part, as much of it as can be read."""
    return {
        part: f"{_only(found[part], told[part])} | {_only(told[part], found[part])}"[:MOST_TOLD]
        for part in told
        if found[part] != told[part]
    }


def _only(one: Any, other: Any) -> Any:
    """The entries of one that the other lacks; all of it where it has no entries."""
    if isinstance(one, dict):
        return {key: value for key, value in one.items() if other.get(key) != value}
    return [entry for entry in one if entry not in other] if isinstance(one, list) else one


def the_replay_ends_so(person: Person, told: dict[str, Any]) -> None:
    """The film of the match, folded step by step on its own page, comes to the same table."""
    person.ask.get_by_role("link", name="Replay").click()
    expect(person.page.locator("html[data-ready]")).to_be_attached()
    person.page.get_by_role("slider").press("End")
    person.sees_fact(int(told["seq"]))
    apart = differences(account(person.page), told)
    assert not apart, f"the film ends otherwise: {apart}"
    person.press("Check the dice")
    expect(person.page.locator("#note")).to_contain_text("follow from the secret")

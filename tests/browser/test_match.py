"""A whole match, from two sign-ups to the victory, before the eyes of a third."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.fighter import Fighter
from tests.browser.rooms import open_table
from tests.browser.together import all_see_the_same, digest_of, the_replay_ends_so
from tests.table.services import Server, manage

MOST_ACTS = 600


@pytest.mark.timeout(600)
def test_two_play_a_match_to_its_end_and_a_third_sees_the_same(
    somebody: Sit, skald: Server
) -> None:
    edith, odo, gytha = somebody("Edith"), somebody("Odo"), somebody("Gytha")
    edith.sign_up()
    edith.take_army("Wulfric's Hearth", "Edith's hearth")
    odo.sign_up()
    odo.take_army("The Grey Destrier", "Odo's riders")
    invite, watch = open_table(edith)
    odo.go(invite)
    odo.press("Sit down here")
    edith.bring("Edith's hearth")
    odo.bring("Odo's riders")
    edith.press("I am ready")
    odo.press("I am ready")
    for person in (edith, odo):
        person.at_table()
    gytha.go(watch)
    gytha.at_table()

    fighters = [
        Fighter(edith, "a", "Thegn Wulfric", "Robert of Bayeux"),
        Fighter(odo, "b", "Robert of Bayeux", "Thegn Wulfric"),
    ]
    everybody = [edith, odo, gytha]
    for _act in range(MOST_ACTS):
        told = all_see_the_same(everybody)
        if edith.look().over:
            break
        asked = [fighter for fighter in fighters if fighter.is_asked()]
        assert asked, f"nobody is asked anything: {edith.look().question}"
        asked[0].answer()
    else:
        raise AssertionError(f"no end after {MOST_ACTS} acts")
    # The dice are real: nearly always one warlord falls, now and then both fall together.
    expect(edith.ask).to_contain_text(re.compile("Victory|A draw"))
    number = edith.page.url.rstrip("/").rpartition("/")[2]
    digests = {digest_of(person) for person in everybody}
    the_replay_ends_so(gytha, told)
    assert digests == {digest_of(gytha)}
    assert manage(skald.environ, "refold", number) == "1 folded, 0 held\n"

"""A whole battle of The 9th Age at 2,000 points, from the invite to the result, before the eyes of
a third: deployment and six turns of movement, flight and shooting."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.general import General
from tests.browser.rooms import GREAT, sit_down
from tests.browser.together import all_see_the_same, digest_of, the_replay_ends_so
from tests.table.services import Server, manage

MOST_ACTS = 600
DEEDS = ("set up", "march", "advance", "wheel", "shot")
"""What has been done by the end, however the dice fell."""
AGREED = {
    "Scenario and battlefield": "battle/old_road",
    "Deployment": "classic",
    "Secondary objective": "capture_the_flags",
}


@pytest.mark.timeout(600)
def test_two_armies_fight_six_turns_and_a_third_sees_the_same(somebody: Sit, skald: Server) -> None:
    idris, odo, gytha = somebody("Idris"), somebody("Odo"), somebody("Gytha")
    idris.sign_up()
    watch = sit_down(idris, odo, GREAT, game="The 9th Age", points="2000", agreed=AGREED)
    gytha.go(watch)
    gytha.at_table()

    generals = [General(idris, "a"), General(odo, "b")]
    everybody = [idris, odo, gytha]
    turns = set()
    for _act in range(MOST_ACTS):
        told = all_see_the_same(everybody)
        seen = generals[0].look()
        turns.add(seen.turn)
        if seen.over:
            break
        asked = [general for general in generals if general.is_asked()]
        assert asked, f"nobody is asked anything: {idris.look().question}"
        asked[0].answer()
    else:
        raise AssertionError(f"no end after {MOST_ACTS} acts")
    expect(idris.ask).to_contain_text(re.compile("Victory|A draw"))
    assert turns == set(range(7))
    assert told["trays"]
    done = generals[0].deeds + generals[1].deeds
    assert set(DEEDS) <= done.keys(), f"they did {done}"
    number = idris.page.url.rstrip("/").rpartition("/")[2]
    digests = {digest_of(person) for person in everybody}
    the_replay_ends_so(gytha, told)
    assert digests == {digest_of(gytha)}
    assert manage(skald.environ, "refold", number) == "1 folded, 0 held\n"

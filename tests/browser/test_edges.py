"""The table from both edges: everybody has his own at the bottom, and may walk round."""

import math
import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person, middle
from tests.browser.rooms import GREAT, sit_down
from tests.browser.sight import Spot
from tests.browser.test_ninth_age import block, choose, confirm, inch, place, practise
from tests.browser.together import all_see_the_same

MOST_QUESTIONS = 12


def lower_half(person: Person, place: Spot) -> bool:
    world = person.page.locator("#world").bounding_box()
    assert world
    return place[1] > world["y"] + world["height"] / 2


def zone(person: Person) -> Spot:
    """The middle of the ground where this player may set up now."""
    expect(person.page.locator("#under .legal-fill")).to_be_attached()
    return middle(person.page.locator("#under .legal-fill").first)


def test_each_sets_up_at_the_bottom_of_his_own_screen(somebody: Sit) -> None:
    edith, odo, gytha = somebody("Edith"), somebody("Odo"), somebody("Gytha")
    gytha.go(sit_down(edith, odo))
    gytha.at_table()
    while deployer := next((p for p in (edith, odo) if p.look().choice("End deployment")), None):
        where = zone(deployer)
        assert lower_half(deployer, where)
        if all(math.dist(where, unit.middle) > 99 for unit in deployer.look().units):
            assert deployer.does(lambda who=deployer, at=where: who.click(at)), deployer.look().note
        deployer.answer("End deployment")
        all_see_the_same([edith, odo, gytha])
    assert odo.look().turned
    assert not edith.look().turned
    assert not gytha.look().turned
    gytha.press("From the other edge")
    assert gytha.look().turned
    all_see_the_same([edith, odo, gytha])
    assert all(lower_half(gytha, unit.middle) for unit in gytha.look().units if unit.side == "b")


def test_zones_that_are_chosen_turn_the_table_for_who_sits_at_the_far_edge(somebody: Sit) -> None:
    idris, odo = somebody("Idris"), somebody("Odo")
    idris.sign_up_at_once()
    agreed = {
        "Scenario and battlefield": "battle/open",  # nothing stands where the unit is set up
        "Deployment": "classic", "Secondary objective": "capture_the_flags",
    }  # fmt: skip
    sit_down(idris, odo, GREAT, game="The 9th Age", points="2000", agreed=agreed)
    for _question in range(MOST_QUESTIONS):
        asked = next(person for person in (idris, odo) if person.look().choices)
        if asked.page.locator("#deploy-rest").count():
            break
        asked.answer(asked.look().choices[0])
        for person in (idris, odo):
            person.sees_fact(asked.seq)
    assert idris.look().turned != odo.look().turned
    assert lower_half(asked, zone(asked))
    assert asked.does(lambda: asked.click(zone(asked))), asked.look().note
    all_see_the_same([idris, odo])
    tray = asked.page.locator("#models .unit .tray").last
    expect(tray).to_have_attribute("transform", re.compile(r"rotate\(0\)"))


def test_hands_and_keys_do_the_same_from_the_far_edge(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    choose(anna, "a", "Warriors")
    before = middle(block(anna, "a", "Warriors"))
    anna.page.keyboard.press("v")
    world = anna.page.locator("#world").bounding_box()
    assert world
    there = middle(block(anna, "a", "Warriors"))
    assert abs(there[0] - (2 * world["x"] + world["width"] - before[0])) < 1
    assert abs(there[1] - (2 * world["y"] + world["height"] - before[1])) < 1
    assert "rotate(180)" in place(anna, "a", "Warriors")
    grip = middle(anna.page.locator("#over .grip-c").nth(1))
    anna.drag(grip, (grip[0], grip[1] + 1.2 * inch(anna)))
    tag = anna.page.locator("#over .tag.meas")
    expect(tag).to_contain_text("wheel")
    anna.page.keyboard.press("ArrowDown")
    expect(tag).to_contain_text(re.compile(r"wheel \d+° .*″ \+ 0.5″ = "))
    ghost = middle(anna.page.locator("#over .ghost .blk"))
    anna.drag(ghost, (ghost[0], ghost[1] + 1 * inch(anna)))
    expect(tag).to_contain_text(re.compile(r"wheel \d+° .*″ \+ 1.[3-7]″ = "))
    confirm(anna)
    anna.page.keyboard.press("v")
    assert middle(block(anna, "a", "Warriors"))[1] < before[1]

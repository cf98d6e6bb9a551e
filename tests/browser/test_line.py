"""Lines that break, servers that die, several tabs: nothing is lost and all see the same."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.rooms import practise, set_up, sit_down
from tests.browser.sight import account
from tests.table.services import server, start

CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket")


def asked(*people: Person) -> Person:
    """Whoever is to answer now."""
    return next(person for person in people if person.look().choices)


def test_a_player_whose_line_was_cut_gets_what_he_missed(somebody: Sit) -> None:
    edith, odo = somebody("Edith", pardoned=CUT), somebody("Odo", pardoned=CUT)
    sit_down(edith, odo)
    actor = asked(edith, odo)
    absent = odo if actor is edith else edith
    absent.page.context.set_offline(True)
    expect(absent.page.locator(".tools")).to_contain_text("reconnecting")
    expect(actor.page.locator(".score .away")).to_contain_text("offline")
    actor.answer("End deployment")
    assert absent.seq < actor.seq
    absent.page.context.set_offline(False)
    absent.sees_fact(actor.seq)
    absent.at_table()
    assert account(absent.page) == account(actor.page)
    expect(actor.page.locator(".score .away")).to_have_count(0)
    set_up(edith, odo)
    assert account(absent.page) == account(actor.page)


def test_what_is_answered_offline_arrives_when_the_line_is_back(somebody: Sit) -> None:
    anna = somebody("Anna", pardoned=CUT)
    practise(anna)
    anna.page.context.set_offline(True)
    expect(anna.page.locator(".tools")).to_contain_text("reconnecting")
    before = anna.seq
    anna.ask.get_by_role("button", name="End deployment").click()
    expect(anna.ask).to_have_attribute("aria-busy", "true")
    anna.page.context.set_offline(False)
    expect(anna.ask).to_have_attribute("aria-busy", "false")
    assert anna.seq > before


def test_a_server_that_was_killed_comes_back_and_the_match_goes_on(
    somebody: Sit, tmp_path: Path
) -> None:
    with server(tmp_path) as skald:
        edith, odo = (somebody(name, at=skald, pardoned=CUT) for name in ("Edith", "Odo"))
        sit_down(edith, odo)
        actor = asked(edith, odo)
        actor.answer("End deployment")
        skald.kill()
        told = account(actor.page)
        for person in (edith, odo):
            expect(person.page.locator(".tools")).to_contain_text("reconnecting")
        again = start(skald.environ, skald.port)
        try:
            for person in (edith, odo):
                person.at_table()
                person.sees_fact(int(told["seq"]))
                assert account(person.page) == told
            set_up(edith, odo)
            assert edith.seq == odo.seq > int(told["seq"])
            assert account(edith.page) == account(odo.page)
        finally:
            for person in (edith, odo):
                person.page.close()
            again.stop()


def test_two_tabs_of_one_player_stay_equal(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    second = anna.another_tab()
    set_up(anna)
    second.sees_fact(anna.seq)
    assert account(second.page) == account(anna.page)
    assert second.look().choices == anna.look().choices
    second.answer("End orders")
    anna.sees_fact(second.seq)
    assert account(second.page) == account(anna.page)


def test_a_question_answered_in_another_tab_is_stale_in_this_one(somebody: Sit) -> None:
    """The second browser answers while its line is down; meanwhile the first has answered."""
    anna = somebody("Anna", pardoned=CUT)
    anna.sign_up_at_once()
    practise(anna)
    other = somebody("Anna elsewhere", pardoned=CUT)
    other.page.context.add_cookies(anna.page.context.cookies())
    other.go(anna.page.url)
    other.at_table()
    set_up(anna)
    other.sees_fact(anna.seq)
    other.page.context.set_offline(True)
    other.ask.get_by_role("button", name="End orders").click()
    expect(other.ask).to_have_attribute("aria-busy", "true")
    anna.answer("End orders")
    other.page.context.set_offline(False)
    expect(other.page.locator("#note")).to_contain_text("answered meanwhile")
    other.sees_fact(anna.seq)
    assert account(other.page) == account(anna.page)


def test_a_phone_says_that_the_line_is_lost_and_that_an_answer_waits(somebody: Sit) -> None:
    size = {"width": 390, "height": 844}
    anna = somebody("Anna", pardoned=CUT, viewport=size, has_touch=True, is_mobile=True)
    practise(anna)
    anna.page.context.set_offline(True)
    chip = anna.page.locator(".tools [role=status]")
    expect(chip.get_by_text("reconnecting")).to_be_visible()
    expect(anna.ask).to_contain_text("is sent when it is back")
    done = anna.ask.get_by_role("button", name="End deployment")
    done.click()
    expect(done).to_be_disabled()
    expect(anna.ask).to_contain_text("Your answer waits")
    anna.page.context.set_offline(False)
    anna.at_table()
    expect(anna.ask).not_to_contain_text("No connection")

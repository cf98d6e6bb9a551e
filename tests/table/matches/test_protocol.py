"""The documents of the protocol are made from its structs, and the structs read what they write."""

from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from rules import GAMES, ruleset
from rules.core.appeals import Concede
from rules.core.values import Line
from rules.testing.toy.words import March, Walk
from table.matches import facts, protocol, wire


def test_the_documents_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, "toy")
    call_command("protocol", check=True)


def test_a_document_that_is_not_up_to_date_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "markdown", lambda: "something else")
    with pytest.raises(CommandError, match=r"protocol\.md is out of date"):
        call_command("protocol", check=True)


def test_tuples_unions_and_optional_fields_keep_their_shape() -> None:
    text = protocol.typescript(["toy"])
    assert "export type Pose = [number, number, number?];" in text
    assert 'export type March = { type: "march"; to: readonly [number, number] };' in text
    assert "export type GameAction = Take | March | Throw | Pass;" in text
    assert "clock?: ClockShown" in text
    assert 'export type Step<E = GameEvent> = { type: "step"' in text
    assert 'why: "reload" | "logout"' in text
    assert "null" not in text.replace("never null", "")


def test_structs_of_the_same_name_get_names_of_their_own() -> None:
    text = protocol.typescript(["toy"])
    declared = [line.split()[2].partition("<")[0] for line in text.splitlines()
                if line.startswith("export type")]  # fmt: skip
    assert len(declared) == len(set(declared))


@pytest.mark.parametrize(
    "message",
    [
        wire.Hello(protocol=1, have=3, salt="abc"),
        wire.Act(ref="r1", prompt="p1", action=March(to=(1, 2))),
        wire.Appeal(ref="r2", appeal=Concede()),
        wire.Draft(ref="r3", at=4, draft=Walk(unit="gang_a", to=(1, 2))),
        wire.Say(text="hello"),
        wire.Point(x=1, y=2),
        wire.Ping(have=4, away=True),
    ],
)
def test_what_a_client_encodes_is_decoded_to_the_same(message: Any) -> None:
    decoder = wire.messages(ruleset("toy")).decoder
    assert decoder.decode(msgspec.json.encode(message)) == message


def test_the_houses_own_facts_can_never_be_a_games() -> None:
    read = facts.decoder(ruleset("toy"))
    written = [
        facts.Rewound(to=1, draws=2, asked=3, offered=4),
        facts.Salted(side="a", salt="x"),
        facts.Revealed(secret="ff"),
        facts.RanOut(side="b"),
    ]
    raw = msgspec.json.encode(written)
    assert read.decode(raw) == written
    assert all(fact["type"].startswith("house.") for fact in msgspec.json.decode(raw))


def test_the_wire_refuses_its_own_messages_with_a_field_too_many() -> None:
    decoder = wire.messages(ruleset("toy")).decoder
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(b'{"type":"hello","protocol":1,"user":"admin"}')


def test_a_refusal_travels_with_its_sentence() -> None:
    refusal = wire.Refused(ref="r", refusal=wire.Refusal(code="c", line=Line(key="k")))
    assert msgspec.json.decode(msgspec.json.encode(refusal)) == {
        "type": "refused", "ref": "r", "refusal": {"code": "c", "line": {"key": "k"}},
    }  # fmt: skip

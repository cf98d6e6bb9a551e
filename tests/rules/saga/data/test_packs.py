"""The data files read whole and make sense; what a player brings is bounded before it is read."""

from itertools import pairwise
from pathlib import Path

import pytest

from rules.core.events import Rolled
from rules.core.packs import PackError, in_grid, read
from rules.core.refusals import Refusal
from rules.core.wording import word
from rules.saga.checks import problems
from rules.saga.content import FACES, Faction, Scenario, accepts
from rules.saga.warbands.packs import DATA, foreign_faction, pack
from rules.testing.match import sealed
from tests.rules.saga.play.kit import SAGA, setup

NORMANS = (DATA / "factions" / "normans.toml").read_bytes()


def test_the_data_is_sound() -> None:
    assert problems() == []


# rules: SAGA-ORD-02
@pytest.mark.parametrize("faction", ["normans", "anglo_danes", "vikings", "welsh"])
def test_a_board_has_the_left_column_and_ten_boxes_of_its_own(faction: str) -> None:
    boxes = pack().board(faction).boxes
    assert len(boxes) == 15
    assert [box.pool for box in boxes] == [True] * 5 + [False] * 10


@pytest.mark.parametrize(
    ("box", "cost"),
    [
        ("activate_hearthguard", ("any",)),
        ("activate_warriors", ("C|R",)),
        ("activate_levies", ("U|R",)),
        ("attack_pool", ("any",)),
    ],
)
def test_the_left_column_takes_the_dice_of_the_boards_document(
    box: str, cost: tuple[str, ...]
) -> None:
    assert pack().common[box].cost == cost


@pytest.mark.parametrize(
    ("box", "cost"),
    [
        ("charge", ("any",)),
        ("massed_volley", ("U",)),
        ("aimed_volley", ("C", "R")),
        ("storm_of_arrows", ("U", "R")),
        ("gallop", ("C", "U")),
        ("stamping", ("C", "C")),
    ],
)
def test_norman_boxes_known_for_sure_cost_what_was_published(
    box: str, cost: tuple[str, ...]
) -> None:
    ability = next(a for a in pack().factions["normans"].abilities if a.id == box)
    assert (ability.cost, ability.confidence) == (cost, "sure")


# rules: SAGA-DIC-01
def test_a_die_has_three_common_two_uncommon_and_one_rare_face() -> None:
    assert [FACES[face] for face in range(1, 7)] == ["C", "C", "C", "U", "U", "R"]


# rules: SAGA-ORD-05
def test_a_slot_takes_the_symbols_it_names() -> None:
    assert accepts("any", "U")
    assert accepts("C|R", "R")
    assert not accepts("C|R", "U")


def test_every_layout_is_fair_or_open_and_lies_on_the_table() -> None:
    for scenario in pack().scenarios.values():
        for key in scenario.layouts:
            for piece in pack().layouts[key].terrain.values():
                xs, ys = zip(*piece.outline, strict=True)
                assert min(xs) >= 0, key
                assert min(ys) >= 0, key
                assert max(xs) <= scenario.width, key
                assert max(ys) <= scenario.height, key


@pytest.mark.parametrize(
    "key", ["alder_ford", "kings_steading", "stone_moor", "three_oaks", "two_fords"]
)
def test_a_mirrored_layout_turns_into_itself(key: str) -> None:
    width, height = 48 * 2540, 36 * 2540
    pieces = pack().layouts[key].terrain.values()
    corners = sorted((x, y) for piece in pieces for x, y in piece.outline)
    turned = sorted((width - x, height - y) for x, y in corners)
    # The half turn and the grid may differ by a hundredth; a hall is its own mirror image.
    assert len(corners) == len(turned)
    assert all(min(abs(x - u) + abs(y - v) for u, v in turned) <= 4 for x, y in corners)


# rules: SAGA-MEA-07 SAGA-SCN-1
def test_the_clash_of_warlords_is_set_up_as_written() -> None:
    clash = pack().scenarios["clash_of_warlords"]
    assert (clash.width, clash.height, clash.turns) == (48 * 2540, 36 * 2540, 7)
    assert [(z.seat, z.low[1], z.high[1]) for z in clash.zones] == [
        (1, 0, 12 * 2540),
        (2, 24 * 2540, 36 * 2540),
    ]
    assert [(d.player, d.share) for d in clash.deployment] == [
        ("first", "half"),
        ("second", "all"),
        ("first", "rest"),
    ]
    assert (clash.victory.kind, clash.victory.otherwise) == ("warlord", "draw")


# rules: SAGA-SCN-3
def test_sacred_ground_scores_three_areas_on_the_middle_line_an_l_apart() -> None:
    sacred = pack().scenarios["sacred_ground"]
    assert (sacred.turns, sacred.victory.kind) == (8, "areas")
    assert [area.cap for area in sacred.areas] == [8, 8, 8]
    worth = {rank: rate.of(6) for rank, rate in sacred.worth.items()}
    assert worth == {"warlord": 18, "hearthguard": 6, "warriors": 3, "levies": 2}
    pieces = pack().layouts["three_oaks"].terrain
    middles = []
    for area in sacred.areas:
        outline = pieces[area.piece].outline
        middles.append(
            tuple(round(sum(c) / len(outline) / 2540) for c in zip(*outline, strict=True))
        )
    assert middles == [(12, 18), (24, 18), (36, 18)]


# rules: SAGA-SCN-2
def test_the_ford_has_two_crossings_for_three_abreast_and_nothing_near_the_river() -> None:
    ford = pack().scenarios["battle_at_the_ford"]
    assert (ford.turns, ford.victory.kind, ford.victory.margin, ford.victory.major) == (
        6,
        "banks",
        1,
        4,
    )
    assert [(z.low[1], z.high[1]) for z in ford.zones] == [(0, 12 * 2540), (24 * 2540, 36 * 2540)]
    pieces = pack().layouts["two_fords"].terrain
    river = sorted(
        (min(x for x, _ in p.outline), max(x for x, _ in p.outline))
        for p in pieces.values() if "impassable" in p.traits
    )  # fmt: skip
    gaps = [right[0] - left[1] for left, right in pairwise(river)]
    assert gaps == [4 * 2540, 4 * 2540]
    others = [y for p in pieces.values() if "impassable" not in p.traits for _, y in p.outline]
    assert all(y <= 12.5 * 2540 or y >= 23.5 * 2540 for y in others)


# rules: SAGA-SCN-4
def test_in_the_challenge_the_warlords_stand_before_anybody_is_set_up() -> None:
    begun = SAGA.begin(setup("the_challenge"), sealed(b"")(0)).state
    lords = {u.side: begun.table.standing(k) for k, u in begun.table.units.items() if u.models}
    assert {side: len(models) for side, models in lords.items()} == {"a": 1, "b": 1}
    one, other = (next(iter(lords[side].values())) for side in "ab")
    assert other.pose.y - one.pose.y - one.radius - other.radius == 4 * 2540
    assert one.pose.y < 18 * 2540 < other.pose.y
    question = next(iter(begun.prompts.values())).question
    assert question.most == 2, "half of the four others"
    depths = [y for _, y in question.zone]
    assert max(depths) - min(depths) == 6 * 2540


# rules: SAGA-SCN-6
def test_the_escort_plays_first_without_a_roll_and_has_three_carts() -> None:
    for seed in range(4):
        begun = SAGA.begin(setup("the_escort"), sealed(b"%d" % seed)(0))
        assert begun.state.first == "a"
        assert not any(isinstance(event, Rolled) for event in begun.events)
    units = begun.state.table.units
    carts = [key for key, unit in units.items() if unit.has("baggage")]
    assert [units[key].side for key in carts] == ["a"] * 3
    question = next(iter(begun.state.prompts.values())).question
    assert set(carts) < set(question.units)
    assert question.most == len(question.units), "the escort sets up everything at once"


def test_inches_are_read_as_hundredths_of_a_millimetre() -> None:
    assert in_grid({"a": ["12 in", "2.5 in", "-1 in", "12 inches"], "b": 3}) == {
        "a": [30480, 6350, -2540, "12 inches"],
        "b": 3,
    }


def test_an_unknown_key_is_named_with_file_and_place(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text('id = "x"\nturns = 3\ncolour = "red"\n')
    with pytest.raises(PackError, match=r"broken\.toml: .*colour"):
        read(path, Scenario)


def test_a_wrong_value_is_named_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(NORMANS.replace(b'cost = ["U", "R"]', b'cost = ["U", "X"]', 1))
    with pytest.raises(PackError, match=r"\$\.abilities\[\d\]\.cost\[1\]"):
        read(path, Faction)


def test_a_club_may_bring_a_faction_file_of_its_own() -> None:
    faction = foreign_faction(NORMANS)
    assert faction == pack().factions["normans"]


DOTTED = b".".join([b"a"] * 30_000) + b" = 1\n"

HOSTILE: list[tuple[str, bytes, str]] = [
    ("too large", b"#" * (64 * 1024 + 1), "pack_large"),
    ("a dotted key that would keep the parser busy", DOTTED, "pack_dotted"),
    ("dotted with spaces and quotes", b"a . \"b\" . c . 'd' . e = 1", "pack_dotted"),
    ("nested without end", b"a = " + b"[" * 5000, "pack_deep"),
    ("nested too deep", b"a = " + b"[" * 20 + b"]" * 20, "pack_deep"),
    ("too many entries", b"a = [" + b"1," * 3000 + b"]", "pack_many"),
    ("a long key", b"k" * 101 + b" = 1", "pack_key"),
    ("a long text", b'id = "' + b"x" * 500 + b'"', "pack_text"),
    ("a text that turns about", 'id = "a\u202eb"'.encode(), "pack_hidden"),
    ("a float", b"id = 1.5", "pack_value"),
    ("a date", b"id = 2020-01-01", "pack_value"),
    ("not TOML", b"id = = 1", "pack_unreadable"),
    ("not UTF-8", b"id = '\xff\xfe'", "pack_unreadable"),
    ("a key nobody knows", NORMANS + b"\n[extra]\nx = 1\n", "pack_unreadable"),
    (
        "an effect nobody knows",
        NORMANS.replace(b'do = "double_hits"', b'do = "bespoke"'),
        "pack_unreadable",
    ),
    ("a board of nine boxes", NORMANS.rpartition(b"[[abilities]]")[0], "pack_unreadable"),
    ("a box nobody knows", NORMANS.replace(b'"attack_pool"', b'"gold_pool"'), "pack_box"),
]


@pytest.mark.parametrize(
    ("source", "code"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE]
)
def test_a_hostile_file_is_refused_in_words(source: bytes, code: str) -> None:
    found = foreign_faction(source)
    assert isinstance(found, Refusal)
    assert found.code == code
    for language in ("en", "ru"):
        text = word(found.line, language, {})
        assert not text.startswith("saga.")
        assert "{" not in text

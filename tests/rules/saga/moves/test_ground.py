"""What is prepared once for a table, and when it is prepared anew."""

import msgspec

from rules.core.values import Pose
from rules.saga.edition import Switches
from rules.saga.field.ground import ground_of
from tests.rules.saga.moves.tiny import at, ground, line

TABLE = ground({"a": ("warriors", line(3, 10, 10)), "b": ("warriors", line(2, 20, 20))}).table


def test_the_same_table_has_the_same_ground_and_so_has_one_with_other_counters() -> None:
    first = ground_of(TABLE)
    assert ground_of(TABLE) is first
    assert ground_of(TABLE.with_counter("a", "fatigue", 2)) is first


def test_whoever_moved_falls_or_stands_elsewhere_is_seen() -> None:
    first = ground_of(TABLE)
    moved = ground_of(TABLE.with_poses({"a1": Pose(*at(10, 11))}))
    assert moved is not first
    assert moved.discs["a1"][0] == at(10, 11)
    assert ground_of(TABLE.without(("a1",))).models("a") == ("a2", "a3")
    assert ground_of(msgspec.structs.replace(TABLE, terrain={})) is not first
    assert ground_of(TABLE, Switches(second_move_cap_s=False)) is not first


def test_gaps_are_between_comrades_within_reach_of_each_other() -> None:
    pairs = {key[1:] for key, _ in ground_of(TABLE).gaps("a")}
    assert pairs == {("a1", "a2"), ("a2", "a3"), ("a1", "a3")}
    wide = ground({"a": ("warriors", line(3, 10, 10, 2.9))})
    assert {key[1:] for key, _ in wide.gaps("a")} == {("a1", "a2"), ("a2", "a3")}

"""The dice stream is what docs/dice.md says it is."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice import ScriptedDice, SealedDice, commitment, face, stream_key

PAGE = (Path(__file__).parents[3] / "docs" / "dice.md").read_text()


def test_the_reader_in_the_documentation_reads_as_the_documentation_says(tmp_path: Path) -> None:
    reader = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    example = re.search(r"```\n\$ python reader\.py (\w+) '(.*?)' (.*?)\n(.*?)```", PAGE, re.DOTALL)
    assert reader
    assert example
    program = tmp_path / "reader.py"
    program.write_text(reader[1])
    secret, salts, rolls, expected = example.groups()
    command = [sys.executable, str(program), secret, salts, *rolls.split()]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout == expected


def test_our_dice_agree_with_the_example() -> None:
    secret = bytes.fromhex("00010203")
    assert commitment(secret) in PAGE
    key = stream_key(secret, {"b": "south", "a": "north"})
    assert SealedDice(key).draw(8) == (3, 4, 6, 3, 2, 3, 6, 6)


@given(st.binary(max_size=40), st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 9))
def test_dice_drawn_in_parts_are_the_dice_drawn_at_once(
    key: bytes, start: int, first: int, second: int
) -> None:
    parts, whole = SealedDice(key, start), SealedDice(key, start)
    assert parts.draw(first) + parts.draw(second) == whole.draw(first + second)
    assert parts.position == whole.position == start + first + second


def test_every_face_comes_about_equally_often() -> None:
    counts = Counter(face(b"key", number) for number in range(12_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_every_salt_and_its_side_matter() -> None:
    keys = {
        stream_key(b"secret", salts)
        for salts in ({}, {"a": "x"}, {"b": "x"}, {"a": "y"}, {"a": "x", "b": "x"})
    }
    assert len(keys) == 5


def test_scripted_dice_give_the_faces_of_the_script_and_no_more() -> None:
    dice = ScriptedDice([1, 2, 3], position=10)
    assert dice.draw(2) == (1, 2)
    assert (dice.left, dice.position) == (1, 12)
    with pytest.raises(ValueError, match="1 dice left, 2 are rolled"):
        dice.draw(2)

"""Every refusal of play of The 9th Age draws what it is about, or has a reason why it cannot."""

import ast
from pathlib import Path

import rules.ninth_age

FOLDER = Path(rules.ninth_age.__file__).parent
PLAY = "field", "play", "views", "advice"

REASONS = {
    "the answer is not among those asked for": (
        "not_an_answer not_in_list not_now_deployed no_such_flag no_such_path no_such_side "
        "no_such_spell no_such_zone enough_deployed"
    ),
    "nothing on the table is meant": "no_unit not_yours not_enemy no_building no_host",
    "the unit may not do such a thing wherever it stands": (
        "cannot_join cannot_march march_stopped march_forward may_not_charge may_not_move "
        "may_not_shoot no_missiles no_musician no_power no_reaction no_redirection "
        "no_reform_in_ranks form_light stupid_straight garrison_kind garrison_stays join_base"
    ),
    "a path of a wrong kind leads nowhere": (
        "facing files path_parts wheel_back wheel_not_forward turn_many turn_not_forward mixed "
        "pivot_files"
    ),
}
"""Codes that draw nothing, by the reason."""


def raised() -> dict[str, set[bool]]:
    """The codes that play raises, and whether each call gives shapes."""
    found: dict[str, set[bool]] = {}
    for path in [file for part in PLAY for file in (FOLDER / part).rglob("*.py")]:
        for call in ast.walk(ast.parse(path.read_text())):
            match call:
                case ast.Call(func=ast.Name(id="no"), args=[ast.Constant(value=str(code)), *_]):
                    draws = any(word.arg == "shapes" for word in call.keywords)
                    found.setdefault(code, set()).add(draws)
    return found


def test_every_refusal_of_play_draws_or_has_a_reason_not_to() -> None:
    silent = {code for codes in REASONS.values() for code in codes.split()}
    codes = raised()
    assert {code for code, draws in codes.items() if False in draws} == silent
    assert len(codes) > len(silent)

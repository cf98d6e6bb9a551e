"""Shots that roll to hit (T9A-SHOOT-05)."""

from rules.ninth_age.actions import Volley
from rules.ninth_age.play.harm.damage import attack, throw
from rules.ninth_age.play.harm.saves import NEVER, blow_of
from rules.ninth_age.play.shooting.aiming import Fire
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.play.units.reading import Run


def volley(run: Run, fire: Fire) -> None:
    """Shots that roll to hit, group by group; all hits wound together (T9A-SHOOT-05)."""
    hits = sure = 0
    for group in fire.volleys:
        more, sixes = hit(run, fire, group, shots_of(run, fire, group))
        hits += more
        sure += sixes
    attack(
        run, fire.unit, fire.target, fire.weapon.id, hits, blow_of(fire.weapon), sure=sure,
        reaction=fire.reaction,
    )  # fmt: skip


def shots_of(run: Run, fire: Fire, group: Volley) -> int:
    """How many shots a group has; each model rolls for its own where dice give it."""
    made = formula(group.shots)
    if not made.dice:
        return made.plus * group.models
    faces = run.roll(
        made.dice * group.models, side=run.state.table.units[fire.unit].side, why="shots",
        unit=fire.unit, rule="T9A-SR-MULTIPLESHOTS",
    )  # fmt: skip
    size = made.dice
    return sum(made.read(faces[n * size : (n + 1) * size]) for n in range(group.models))


def hit(run: Run, fire: Fire, group: Volley, shots: int) -> tuple[int, int]:
    """Hits of a group, and how many of them are poisoned sixes (T9A-SHOOT-05,
    T9A-SR-POISONEDATTACKS)."""
    if group.need == NEVER or not shots:
        return 0, 0
    side, unit = run.state.table.units[fire.unit].side, fire.unit
    poison = fire.weapon.has("poisoned_attacks") and not group.then
    faces = throw(
        run, shots, group.need, side=side, unit=unit, why="to_hit", rule="T9A-SHOOT-05",
        read=poison, sources=group.sources,
    )  # fmt: skip
    hits = sum(face >= group.need for face in faces)
    if group.then and hits:
        faces = throw(
            run, hits, group.then, side=side, unit=unit, why="to_hit_again", rule="T9A-SHOOT-05",
            sources=group.sources,
        )  # fmt: skip
        hits = sum(face >= group.then for face in faces)
    return hits, sum(face == 6 for face in faces) if poison else 0

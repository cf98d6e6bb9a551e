"""War machines, templates and breath (T9A-WPN-05 to -10, T9A-SR-BREATHWEAPON)."""

from collections import Counter
from collections.abc import Callable
from typing import Literal

from rules.core.events import Lost
from rules.core.values import INCH, SideId, UnitId
from rules.geometry.convex import separation
from rules.geometry.measure import XY, snap
from rules.ninth_age.events import Misfired, Slowed, Spent, TemplateLanded
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.templates import (
    Under,
    ray,
    standing_on,
    template_radius,
    under,
)
from rules.ninth_age.numbers import FOREVER, within
from rules.ninth_age.play.harm.damage import attack, suffer, throw
from rules.ninth_age.play.harm.panic import silence
from rules.ninth_age.play.harm.saves import Blow, blow_of, centre_of
from rules.ninth_age.play.harm.scatter import direction, scatters
from rules.ninth_age.play.shooting.aiming import Fire, depth, specials_on, spoiled
from rules.ninth_age.play.shooting.falling import (
    MISFIRE,
    Struck,
    aimed_at,
    ball,
    bolt,
    drift,
    falls_on,
    flown,
    homes,
    sheltered,
    swept,
)
from rules.ninth_age.play.shooting.volleys import hit
from rules.ninth_age.play.units.bestowed import has, specials_of
from rules.ninth_age.play.units.formulas import Formula, formula
from rules.ninth_age.play.units.reading import Run, wounds_left


def _side(run: Run, fire: Fire) -> SideId:
    return run.state.table.units[fire.unit].side


def _one(run: Run, fire: Fire, why: str, rule: str = "T9A-SHOOT-05") -> int:
    (face,) = run.roll(1, side=_side(run, fire), why=why, unit=fire.unit, rule=rule)
    return face


def _dice(run: Run, fire: Fire, number: Formula, why: str, rule: str) -> tuple[int, ...]:
    """The dice of a number; none where it is fixed."""
    if not number.dice:
        return ()
    return run.roll(number.dice, side=_side(run, fire), why=why, unit=fire.unit, rule=rule)


# --- breath ---------------------------------------------------------------------------------------


def breathe(run: Run, fire: Fire) -> None:
    """Hits without a roll: a breath once a game (T9A-SR-BREATHWEAPON), a shriek as often as it is
    wished (army VC)."""
    made = formula(fire.weapon.shots)
    faces = _dice(run, fire, made, "hits", "T9A-SR-BREATHWEAPON")
    if fire.weapon.artillery == "breath":
        run.emit(Spent(unit=fire.unit, weapon=fire.weapon.id))
    attack(
        run, fire.unit, fire.target, fire.weapon.id, made.read(faces), blow_of(fire.weapon),
        reaction=fire.reaction,
    )  # fmt: skip


# --- templates ------------------------------------------------------------------------------------


def lob(run: Run, fire: Fire) -> None:
    """A template that scatters (T9A-WPN-05)."""
    aim = aimed_at(run.state, fire)
    side = _side(run, fire)
    arrow = scatters(run, side, fire.unit)
    face = _one(run, fire, "scatter", "T9A-WPN-05")
    if face == MISFIRE:
        misfire(run, fire)
        return
    far = drift(run.state, fire, face, arrow=arrow)
    at = ray(aim, direction(run, side, fire.unit), far) if far else aim
    land(run, fire, (aim, at) if far else (aim,), (at,))


def spray(run: Run, fire: Fire) -> None:
    """A template that goes on straight away from the machine and burns all it sweeps over
    (T9A-WPN-06)."""
    face = _one(run, fire, "spray", "T9A-WPN-06")
    if face == MISFIRE:
        misfire(run, fire, -1)
        return
    way = swept(run.state, fire, face)
    land(run, fire, way, way)


def land(run: Run, fire: Fire, way: tuple[XY, ...], lies: tuple[XY, ...]) -> None:
    """A template comes down: every model under it is hit, the one under its centre harder; or every
    unit under it takes as many hits as the weapon says."""
    ground = ground_of(run.state)
    radius = template_radius(fire.weapon)
    met = _sheltered(run, fire, under(ground, lies, radius))
    run.emit(
        TemplateLanded(
            unit=fire.unit, weapon=fire.weapon.id, way=tuple(snap(p) for p in way), radius=radius,
            struck=dict(Counter(one.unit for one in met)), sweeps=len(lies) > 1,
        )
    )  # fmt: skip
    if fire.weapon.shots != "1":
        made = formula(fire.weapon.shots)
        for part in dict.fromkeys(falls_on(run.state, one)[0] for one in met):
            hits = made.read(_dice(run, fire, made, "hits", "T9A-WPN-05"))
            _hit(run, fire, (part, False), hits, blow_of(fire.weapon))
        return
    centre = standing_on(ground, lies[-1]) if fire.weapon.artillery == "catapult" else None
    middle = centre if centre in met else None
    struck = Counter(falls_on(run.state, one) for one in met if one != middle)
    if middle is not None:
        _hit(run, fire, falls_on(run.state, middle), 1, centre_of(fire.weapon))
    for whom, hits in struck.items():
        _hit(run, fire, whom, hits, blow_of(fire.weapon))
    if fire.weapon.has("web_launcher"):
        _web(run, fire, list(dict.fromkeys(one.unit for one in met)))


def _sheltered(run: Run, fire: Fire, met: list[Under]) -> list[Under]:
    """Of a garrison a template hits D6 models (T9A-TERR-02)."""
    inside = homes(ground_of(run.state), met)
    return sheltered(
        met, {unit: _one(run, fire, "garrison_hits", "T9A-TERR-02") for unit in inside}
    )


def _web(run: Run, fire: Fire, units: list[UnitId]) -> None:
    """Whom a web covers is slowed by a D3 until its owner's next turn (army OG)."""
    for unit in units:
        if run.state.table.units[unit].models:
            face = _one(run, fire, "web", "")
            run.emit(Slowed(unit=unit, by=-(-face // 2), side=_side(run, fire)))


def _hit(run: Run, fire: Fire, whom: Struck, hits: int, blow: Blow) -> int:
    """Hits on a unit or its champion, if there is anybody. Returns the fallen."""
    part, leader = whom
    if not run.state.table.units[part].models:
        return 0
    leader = leader and run.state.stats[part].champion
    return attack(run, fire.unit, part, fire.weapon.id, hits, blow, whole=False, leader=leader).lost


# --- bolts and balls ------------------------------------------------------------------------------


def pierce(run: Run, fire: Fire) -> None:
    """Bolts, one of each machine, that go on through the ranks, or the files, as long as they kill
    (T9A-WPN-07)."""
    hits = sum(hit(run, fire, group, group.models)[0] for group in fire.volleys)
    if not hits:
        _miss(run, fire)
    for _ in range(hits):
        _through(run, fire)


def _through(run: Run, fire: Fire) -> None:
    """The way of a bolt that hit."""
    for number in range(depth(run.state, fire)):
        if not run.state.table.units[fire.target].models:
            return
        blow = bolt(fire.weapon, number)
        if not attack(run, fire.unit, fire.target, fire.weapon.id, 1, blow).lost:
            return


def bowl(run: Run, fire: Fire) -> None:
    """A ball: a line through the target and what is behind it, until somebody survives
    (T9A-WPN-08)."""
    group = fire.volleys[0]
    (face,) = throw(
        run, 1, group.need, side=_side(run, fire), unit=fire.unit, why="to_hit",
        rule="T9A-WPN-08", read=True, sources=group.sources,
    )  # fmt: skip
    if face == 1:
        misfire(run, fire)
        return
    if face < group.need or (group.then and _one(run, fire, "to_hit_again") < group.then):
        _miss(run, fire)
        return
    length = formula(fire.weapon.size)
    faces = run.roll(
        length.dice, side=_side(run, fire), why="bounce", unit=fire.unit, rule="T9A-WPN-08"
    )
    start, end = flown(run.state, fire, length.read(faces))
    met = _sheltered(run, fire, under(ground_of(run.state), (start, end), 0))
    struck = dict(Counter(one.unit for one in met))
    run.emit(
        TemplateLanded(
            unit=fire.unit, weapon=fire.weapon.id, way=(snap(start), snap(end)), radius=0,
            struck=struck,
        )
    )  # fmt: skip
    for number, one in enumerate(met):
        whom = falls_on(run.state, one)
        if not run.state.table.units[whom[0]].models:
            continue
        if not _hit(run, fire, whom, 1, ball(fire.weapon, number)):
            return


# --- many barrels ---------------------------------------------------------------------------------


def rattle(run: Run, fire: Fire) -> None:
    """As many shots as the dice give; a six among them spoils the aim, two the gun
    (T9A-WPN-09)."""
    made = formula(fire.weapon.shots)
    faces = _dice(run, fire, made, "shots", "T9A-WPN-09")
    sixes = faces.count(6)
    if sixes > 1:
        misfire(run, fire)
        return
    hits = sure = 0
    for group in fire.volleys:
        aimed = spoiled(group) if sixes else group
        more, poisoned = hit(run, fire, aimed, made.read(faces) * group.models)
        hits += more
        sure += poisoned
    attack(run, fire.unit, fire.target, fire.weapon.id, hits, blow_of(fire.weapon), sure=sure)


def _miss(run: Run, fire: Fire) -> None:
    attack(run, fire.unit, fire.target, fire.weapon.id, 0, blow_of(fire.weapon))


# --- misfire --------------------------------------------------------------------------------------

BLAST = Blow(strength=5)
"""What a machine that blows up does to whoever is near (T9A-WPN-10)."""


def misfire(run: Run, fire: Fire, modifier: int = 0) -> None:
    """The table of misfires (T9A-WPN-10). An engineer has it rolled again, unless it did the least
    harm already (T9A-SR-ENGINEER); an overseer gives a wound for another roll where the machine
    would not shoot again (army OG)."""
    known = [*specials_of(run.state, fire.unit), *specials_on(fire.weapon)]
    modifier += sum(one.misfire for one in known)
    face = _one(run, fire, "misfire", "T9A-WPN-10")
    if fire.engineer and face + modifier < LEAST_HARM:
        face = _one(run, fire, "misfire_again", "T9A-SR-ENGINEER")
    spare = wounds_left(run.state, fire.unit) > 1
    if has(run.state, fire.unit, "orc_overseer") and spare and face + modifier <= RUIN:
        suffer(run, fire.unit, 1, "overseer")
        face = _one(run, fire, "misfire_again", "")
    bound = min(MISFIRE, max(0, face + modifier))
    result, follow = next((what, then) for most, what, then in MISFIRES if bound <= most)
    run.emit(Misfired(unit=fire.unit, face=face, result=result))
    follow(run, fire)


def _destroyed(run: Run, fire: Fire) -> None:
    """All who are near are hit, and the weapon is gone: a machine is its weapon, others stand near
    theirs (T9A-MEAS-03)."""
    ground = ground_of(run.state)
    unit = fire.unit
    far = _one(run, fire, "blast", "T9A-WPN-10") * INCH
    here = ground.block(unit)
    machine = run.state.stats[unit].troop_type == "war_machine"
    near = [
        Under(seat.model, ground.table.models[seat.model].unit, other, 0)
        for other in ground.standing()
        if not (machine and other == unit)
        and within(separation(ground.block(other).solid, here.solid), far)
        for seat in ground.seats(other)
        if within(separation(seat.solid(ground.block(other)), here.solid), far)
    ]
    parts = [falls_on(run.state, one) for one in _sheltered(run, fire, near)]
    if machine:
        run.emit(Lost(unit=unit, models=run.state.table.units[unit].models, why="misfire"))
    else:
        run.emit(Spent(unit=unit, weapon=fire.weapon.id))
    for whom, hits in Counter(parts).items():
        _hit(run, fire, whom, hits, BLAST)


def _silenced(run: Run, fire: Fire) -> None:
    silence(run, fire.unit, FOREVER)


def _jammed(run: Run, fire: Fire) -> None:
    silence(run, fire.unit, run.state.turn + 1)


def _wounded(run: Run, fire: Fire) -> None:
    suffer(run, fire.unit, 1, "misfire")


Result = Literal["destroyed", "silenced", "jammed", "wounded"]
MISFIRES: tuple[tuple[int, Result, Callable[[Run, Fire], None]], ...] = (
    (0, "destroyed", _destroyed),
    (2, "silenced", _silenced),
    (4, "jammed", _jammed),
    (6, "wounded", _wounded),
)
"""Up to which number what happens."""
LEAST_HARM = 5
RUIN = 2
"""Up to which number a machine never shoots again."""

ARTILLERY: dict[str, Callable[[Run, Fire], None]] = {
    "breath": breathe,
    "shriek": breathe,
    "catapult": lob,
    "flame": spray,
    "bolt_thrower": pierce,
    "cannon": bowl,
    "volley_gun": rattle,
}
"""How each kind of artillery shoots."""

/** Units and the buildings they go into: which is meant, and the plan to go in. */
import { inRing } from "#js/board/hull.js";
import { newPlan } from "#js/panels/ninth_age/plan.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {[number, number]} Point */

export class NinthBuildings {
  /** @param {NinthPlay} play */
  constructor(play) {
    this.play = play;
  }

  /** Whether a unit is in one. @param {string} unit */
  holds(unit) {
    return this.play.match.view.value.units?.[unit]?.marks?.includes("garrison") ?? false;
  }

  /** Those that a unit may enter now. @param {string} unit */
  open(unit) {
    return this.play.option(unit)?.buildings ?? [];
  }

  /** The one of these that lies at a place. @param {string} unit @param {Point} at */
  at(unit, at) {
    const { terrain = {} } = this.play.match.view.value.fixed;
    return this.open(unit).find((id) => inRing(at, (terrain[id]?.outline ?? []).map((p) => /** @type {Point} */ ([...p]))));
  }

  /** @param {string} unit @param {string} building */
  enter(unit, building) {
    const { kind, target } = this.play.plan.value ?? {};
    if (kind !== "enter" || target !== building) void this.play.change(newPlan("enter", unit, { target: building }));
  }

  /** Into the next of those in reach. */
  next() {
    const unit = this.play.selected.value;
    const known = this.open(unit);
    const now = this.play.plan.value?.kind === "enter" ? this.play.plan.value.target : "";
    const next = known[(known.indexOf(now) + 1) % known.length];
    if (next) this.enter(unit, next);
  }
}

/** How units come onto the table of The 9th Age: into a zone, over an edge, into the ranks of others. */
import { atEdge, bearing, positive } from "#js/panels/ninth_age/block.js";
import { actors } from "#js/panels/ninth_age/choices.js";
import { changed, newPlan } from "#js/panels/ninth_age/plan.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {[number, number]} Point */

const EDGE = 90_000;

export class NinthSetup {
  /** @param {NinthPlay} play */
  constructor(play) {
    this.play = play;
    this.match = play.match;
  }

  /** Whether a unit comes over an edge of the table. */
  get enters() {
    return this.play.question.value?.type === "arrivals";
  }

  /** Whether a unit can be set up now; who leaves a building is set up near it. @param {string} unit */
  may(unit) {
    if (this.play.option(unit)?.inside) return this.play.isMine(unit);
    return (this.enters || this.play.question.value?.type === "deploy_units") && this.play.acts(unit);
  }

  /** Units of the question that are not on the table. */
  waiting() {
    const { units = {} } = this.match.view.value;
    return actors(this.play.question.value).filter((unit) => !units[unit]?.models);
  }

  /** Where the question lets units be set up. @returns {readonly Readonly<Point>[]} */
  zone() {
    const question = this.play.question.value;
    return question?.type === "deploy_units" ? question.zone : [];
  }

  /** The middle of the zone, of one's own ground where none is asked for, else of the table. @returns {Point} */
  middle() {
    const { fixed, zones = {} } = this.match.view.value;
    const asked = this.zone();
    const zone = asked.length ? asked : (zones[this.play.side.value] ?? []);
    const mean = (/** @type {0 | 1} */ i) => Math.round(zone.reduce((sum, p) => sum + p[i], 0) / zone.length);
    return zone.length ? [mean(0), mean(1)] : [fixed.width / 2, fixed.height / 2];
  }

  /** Units are set up facing the other half of the table. */
  facing() {
    return this.middle()[1] * 2 < this.match.view.value.fixed.height ? 0 : 180_000;
  }

  /** Take a unit up that is to be set up: it follows the hand. @param {string} unit */
  take(unit) {
    const { play } = this;
    const block = this.may(unit) ? play.formed(unit) : null;
    if (!block) return;
    play.selected.value = unit;
    play.plan.value = newPlan("deploy", unit, { at: play.block(unit) && !play.buildings.holds(unit) ? block.at : null, files: block.files, facing: block.facing });
  }

  /** Hold the unit that is being set up over a place; where a hair is wrong with it, it slips to the nearest legal one. @param {Point} at */
  async place(at) {
    const { play } = this;
    const plan = play.plan.value;
    if (plan?.kind !== "deploy") return null;
    const held = changed(plan, this.held(plan, at));
    const preview = await play.change(held);
    const now = play.plan.value;
    if (!preview?.nearest || now?.kind !== "deploy" || now.version !== held.version) return preview;
    return play.change(changed(now, { at: [preview.nearest[0], preview.nearest[1]] }));
  }

  /** Where a unit is held: who comes over an edge has it behind him. @param {Plan} plan @param {Point} at @returns {Partial<Plan>} */
  held(plan, at) {
    const block = this.enters && this.play.formed(plan.unit);
    return block ? atEdge({ ...block, files: plan.files }, at, this.match.view.value.fixed) : { at };
  }

  /** A step of the keys; the first one takes the unit into its zone. @param {Plan} plan @param {Point} step on the table */
  step({ at }, [dx, dy]) {
    void this.place(at ? [at[0] + dx, at[1] + dy] : this.middle());
  }

  /** On to the next edge. @param {Plan} plan @param {1 | -1} way to the right or left */
  turn(plan, way) {
    const { width, height } = this.match.view.value.fixed;
    const [fx, fy] = bearing(positive(plan.facing + way * EDGE));
    void this.place([width / 2 - fx * width, height / 2 - fy * height]);
  }

  /** @param {Plan} plan @param {number} files */
  widen(plan, files) {
    const wider = changed(plan, { files });
    void this.play.change(plan.at ? changed(wider, this.held(wider, plan.at)) : wider);
  }

  /** The units that take a character in, those that stand. @param {string} unit @returns {readonly string[]} */
  hosts(unit) {
    const question = this.play.question.value;
    const known = question?.type === "deploy_units" ? question.hosts?.[unit] : this.play.option(unit)?.hosts;
    return (known ?? []).filter((host) => this.match.view.value.trays?.[host]);
  }

  /** A way for a character into the next of the units that he may join. */
  joinNext() {
    const { play } = this;
    const unit = play.selected.value;
    const hosts = this.hosts(unit);
    const now = play.plan.value?.kind === "join" ? play.plan.value.target : "";
    const host = hosts[(hosts.indexOf(now) + 1) % hosts.length];
    if (!host) return;
    const files = Math.max(0, Math.floor(((play.block(host)?.files ?? 1) - 1) / 2));
    void play.change(newPlan("join", unit, { target: host, files }));
  }
}

/**
 * How The 9th Age is played with the hands: what is selected, what is being planned, which question is
 * answered by what. It asks the server about everything and decides no rule.
 */
import { batch, computed, effect, signal } from "#vendor/signals-core/signals-core.js";
import { blockOf, cellOf, endOf } from "#js/panels/ninth_age/block.js";
import { NinthBuildings } from "#js/panels/ninth_age/buildings.js";
import { actors, choicesOf, moveOption, pickedAnswer, pickingOf, targetsOf } from "#js/panels/ninth_age/choices.js";
import { NinthLooks } from "#js/panels/ninth_age/looks.js";
import {
  actionOf,
  carriedBy,
  changed,
  cornered,
  draftOf,
  dragged,
  isFree,
  isJudged,
  isStill,
  ledTo,
  newPlan,
  stepped,
  wheeledBy,
} from "#js/panels/ninth_age/plan.js";
import { NinthSetup } from "#js/panels/ninth_age/setup.js";
import { reachOf, walkOf } from "#js/panels/ninth_age/reach.js";

/** @typedef {import("#js/types.js").NinthMatch} NinthMatch */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {import("#js/panels/ninth_age/plan.js").PlanKind} PlanKind */
/** @typedef {import("#js/types.js").Part} Part */
/** @typedef {[number, number]} Point */

const QUARTER = 15_000;
const WHEEL = 5000;
/** Plans that have a facing of their own. */
const TURNABLE = new Set(["reform", "wander", "deploy"]);

export class NinthPlay {
  /** @param {NinthMatch} match */
  constructor(match) {
    this.match = match;
    this.buildings = new NinthBuildings(this);
    this.selected = signal("");
    this.target = signal("");
    this.plan = signal(/** @type {Plan | null} */ (null));
    /** What was picked of several, such as units that wait in ambush. */
    this.picked = signal(/** @type {ReadonlySet<string | number>} */ (new Set()));
    this.question = computed(() => match.prompt.value?.question ?? undefined);
    this.side = computed(() => match.prompt.value?.side ?? match.you.value.sides[0] ?? "");
    this.setup = new NinthSetup(this);
    this.looks = new NinthLooks(this);
    this.follow();
  }

  /** Selection and plans fall when what they were made for is gone. */
  follow() {
    let prompt = "";
    effect(() => {
      const id = this.match.prompt.value?.id ?? "";
      const fresh = id !== prompt;
      prompt = id;
      if (fresh) queueMicrotask(() => this.began());
    });
  }

  /** A new question: take up what it is about. */
  began() {
    const question = this.question.value;
    const asked = actors(question);
    batch(() => {
      this.plan.value = null;
      this.target.value = "";
      this.looks.forget();
      this.picked.value = new Set();
      if (asked.length === 1) this.selected.value = asked[0] ?? "";
    });
    switch (question?.type) {
      case "how_to_react":
        this.target.value = question.charger;
        void this.looks.askFlight(question.unit, question.charger);
        break;
      case "form_up":
        this.reform(question.unit);
        break;
      case "after_halt":
      case "after_swift":
        this.plan.value = newPlan("move", question.unit);
        break;
      case "next_wander":
        this.wander(asked[0] ?? "");
        break;
      case "deploy_units":
      case "arrivals":
        this.setup.take(this.setup.waiting()[0] ?? "");
        break;
    }
    if (question && !choicesOf(question)) void this.looks.askAnswers();
  }

  // --- what is known of units ---------------------------------------------------------------------

  /** @param {string} unit */
  card(unit) {
    return this.match.view.value.fixed.units[unit];
  }

  /** @param {string} unit */
  isMine(unit) {
    const side = this.card(unit)?.side;
    return (
      side !== undefined && this.match.you.value.sides.includes(side) && (!this.side.value || side === this.side.value)
    );
  }

  /** Where a unit stands now. @param {string} unit */
  block(unit) {
    const tray = this.match.view.value.trays?.[unit];
    return tray ? blockOf(tray) : this.guest(unit);
  }

  /** A character in the ranks of a unit, as the block of his own base. @param {string} unit @returns {import("#js/panels/ninth_age/block.js").Block | null} */
  guest(unit) {
    const { fixed, joined = {}, models = {} } = this.match.view.value;
    const found = joined[unit] && Object.entries(models).find(([id]) => fixed.models[id]?.unit === unit);
    const base = found && fixed.bases[fixed.models[found[0]]?.base ?? ""];
    if (!found || !base) return null;
    const [x, y, facing = 0] = found[1];
    return { at: [x, y], facing, files: 1, count: 1, ...cellOf(base) };
  }

  /** A unit as a block: where it stands, or as it waits for its place. @param {string} unit @returns {import("#js/panels/ninth_age/block.js").Block | null} */
  formed(unit) {
    const { fixed, files = {} } = this.match.view.value;
    const standing = this.block(unit);
    const inside = standing && this.buildings.holds(unit);
    if (standing && !inside) return standing;
    const base = fixed.bases[Object.values(fixed.models).find((model) => model.unit === unit)?.base ?? ""];
    if (!base) return null;
    const count = (inside && this.match.view.value.units?.[unit]?.models) || (this.card(unit)?.strength ?? 1);
    const gap = count > 1 ? (fixed.stats?.[unit]?.spread ?? 0) : 0;
    const at = inside ? standing.at : this.setup.middle();
    return { at, facing: this.setup.facing(), files: Math.min(count, files[unit] ?? 5), count, gap, ...cellOf(base) };
  }

  /** What a unit may do in the remaining moves. @param {string} unit @returns {import("#js/types.js").MoveOption | undefined} */
  option(unit) {
    return moveOption(this.question.value, unit);
  }

  /** Whether a unit can be dragged or keyed about now. @param {string} unit */
  mayMove(unit) {
    const question = this.question.value;
    if (question?.type === "form_up") return question.unit === unit;
    if (question?.type === "next_wander") return question.units.includes(unit);
    return this.setup.may(unit) || Boolean(this.option(unit));
  }

  /** Whether a unit moves at random next, in a direction to be set. @param {string} unit */
  mayWander(unit) {
    return this.question.value?.type === "next_wander" && this.acts(unit);
  }

  /** Whether the question is answered by this unit. @param {string} unit */
  acts(unit) {
    return actors(this.question.value).includes(unit);
  }

  /** Units that the open question lets the hand point at; whom to charge once it is known who may not be. */
  candidates() {
    const question = this.question.value;
    const targets = targetsOf(question, this.selected.value);
    if (question?.type === "declare" && targets.length && !this.looks.threat.value) return new Set();
    if (targets.length) return new Set(targets.filter((target) => !this.looks.barred.value.has(target)));
    return new Set(this.acts(this.selected.value) ? [] : actors(question));
  }

  /** Lengths a plan is softly held to. @param {Plan} plan */
  limits(plan) {
    const option = this.option(plan.unit);
    const far = Infinity;
    if (!option) return { most: far, half: far };
    const { most, half } = this.reach(plan);
    return { most, half, forms: option.forms ?? false };
  }

  /** How far a plan may go, forward and back or aside. @param {Plan} plan */
  reach(plan) {
    return reachOf(plan, this.option(plan.unit), walkOf(this.match.view.value, plan.unit));
  }

  // --- selecting ----------------------------------------------------------------------------------

  /** @param {string} unit */
  select(unit) {
    batch(() => {
      if (this.selected.value !== unit) this.looks.blur();
      this.selected.value = unit;
      this.target.value = "";
      this.match.notice.value = null;
      if (this.plan.value && this.plan.value.unit !== unit) this.plan.value = null;
      if (this.plan.value) return;
      if (this.setup.may(unit) && !this.buildings.holds(unit)) this.setup.take(unit);
      else if (this.mayWander(unit)) this.wander(unit);
    });
  }

  /** Pick one of several things, or leave it. @param {string | number} thing */
  pick(thing) {
    const picking = pickingOf(this.question.value);
    if (!picking) return;
    const picked = new Set(this.picked.value);
    if (!picked.delete(thing)) picked.add(thing);
    const [first] = picked;
    if (picked.size > picking.most && first !== undefined) picked.delete(first);
    this.picked.value = picked;
  }

  async confirmPicks() {
    const answer = pickedAnswer(this.question.value, this.picked.value);
    if (answer) await this.match.act(answer);
  }

  /** The next unit that may do something. */
  next() {
    const ids = actors(this.question.value);
    if (!ids.length) return "";
    const unit = ids[(ids.indexOf(this.selected.value) + 1) % ids.length] ?? "";
    this.select(unit);
    return unit;
  }

  // --- planning -----------------------------------------------------------------------------------

  /** Take a changed plan up and have it judged. @param {Plan} plan */
  change(plan) {
    batch(() => {
      this.plan.value = plan;
      this.match.notice.value = null;
    });
    return this.judge();
  }

  /** Ask about the plan as it is now; the newest question wins. */
  async judge() {
    const plan = this.plan.value;
    const draft = plan && draftOf(plan);
    if (!draft) return null;
    const preview = await this.match.draft(draft);
    const now = this.plan.value;
    if (!preview || !now || now.unit !== plan.unit || now.kind !== plan.kind) return null;
    this.plan.value = { ...now, preview, judged: plan.version };
    return preview;
  }

  /** A refused path ends where the server says that it may, and waits there to be confirmed. */
  async nearest() {
    const plan = this.plan.value;
    const refusal = plan?.preview?.refusal;
    const draft = plan && draftOf(plan);
    if (!refusal || draft?.type !== "plan_move") return;
    const found = await this.match.draft({ ...draft, nearest: true });
    if (this.plan.value?.version !== plan.version) return;
    const near = found?.action;
    const path = near?.type === "advance" || near?.type === "march" ? near.path : null;
    if (path) await this.change(changed(plan, { path, wanted: { path: plan.path, version: plan.version + 1 } }));
    this.match.refuse(refusal, path ? "warn" : "bad");
  }

  /** A move of a unit, begun or gone on with. @param {string} unit */
  move(unit) {
    const plan = this.plan.value;
    if (plan?.unit === unit && plan.kind === "move") return plan;
    const begun = newPlan("move", unit);
    this.plan.value = begun;
    return begun;
  }

  /** @param {string} unit */
  reform(unit) {
    const block = this.block(unit);
    if (!block) return;
    void this.change(newPlan("reform", unit, { files: block.files, facing: block.facing }));
  }

  /** @param {string} unit */
  wander(unit) {
    const block = this.block(unit);
    if (!block) return;
    this.selected.value = unit;
    this.plan.value = newPlan("wander", unit, { facing: block.facing });
  }

  /** The plan that a hand on this unit goes on with. @param {string} unit */
  begin(unit) {
    const plan = this.plan.value;
    if (plan?.unit === unit && ["reform", "wander", "deploy"].includes(plan.kind)) return plan;
    if (this.option(unit)?.inside) this.setup.take(unit);
    return this.plan.value?.kind === "deploy" ? this.plan.value : this.move(unit);
  }

  /** A path drawn on from what it was: by its middle, a corner, or to a place. @param {Plan} base @param {{shift: Point} | {corner: "left" | "right", to: Point} | {to: Point}} hand */
  draw(base, hand) {
    const block = this.block(base.unit);
    const plan = this.plan.value;
    if (!block || !plan) return Promise.resolve(null);
    const limits = this.limits(base);
    const path =
      "shift" in hand
        ? isFree(block, limits)
          ? ledTo(block, base.path, carriedBy(block, base, hand.shift), limits)
          : dragged(block, base.path, hand.shift, limits)
        : "corner" in hand
          ? cornered(block, base.path, hand.corner, hand.to, limits)
          : ledTo(block, base.path, hand.to, limits);
    return this.change(changed(plan, { kind: "move", target: "", path, march: base.march }));
  }

  /** Turn what is planned to a facing. @param {number} facing */
  face(facing) {
    const plan = this.plan.value;
    if (plan && TURNABLE.has(plan.kind)) void this.change(changed(plan, { facing: (facing + 360_000) % 360_000 }));
  }

  /** A step of the keys. @param {Point} step on the table */
  step(step) {
    const unit = this.selected.value;
    const block = this.block(unit);
    const placed = this.plan.value;
    if (placed?.kind === "deploy") this.setup.step(placed, step);
    if (!block || !this.option(unit)) return;
    const plan = this.move(unit);
    void this.change(changed(plan, { path: stepped(block, plan.path, step, this.limits(plan)) }));
  }

  /** A turn of the keys: a wheel, or another facing. @param {1 | -1} way to the right or left */
  turn(way) {
    const unit = this.selected.value;
    const plan = this.plan.value;
    const block = this.block(unit);
    if (plan?.kind === "deploy" && this.setup.enters) this.setup.turn(plan, way);
    else if (plan && TURNABLE.has(plan.kind)) this.face(plan.facing + way * QUARTER);
    else if (block && this.option(unit)) {
      const move = this.move(unit);
      void this.change(changed(move, { path: wheeledBy(block, move.path, way * WHEEL, this.limits(move)) }));
    }
  }

  /** Whether a unit can only face anew: it ran an enemy down, or is a single model. @param {string} unit */
  pivots(unit) {
    const question = this.question.value;
    return (question?.type === "form_up" && question.pivot) || this.formed(unit)?.count === 1;
  }

  /** One file more or less. @param {1 | -1} step */
  widen(step) {
    const plan = this.plan.value;
    if (plan?.kind === "reform" && this.pivots(plan.unit)) {
      this.turn(step);
      return;
    }
    if (plan?.kind === "join") {
      const most = (this.block(plan.target)?.files ?? 1) - 1;
      void this.change(changed(plan, { files: Math.max(0, Math.min(most, plan.files + step)) }));
    }
    const count = plan && this.formed(plan.unit)?.count;
    if (!count || (plan.kind !== "reform" && plan.kind !== "deploy")) return;
    const files = Math.max(1, Math.min(count, plan.files + step));
    if (plan.kind === "deploy") this.setup.widen(plan, files);
    else void this.change(changed(plan, { files }));
  }

  /** A march is not an advance that goes far: it has a price, so it is asked for; then it goes on to where the hand had drawn. */
  toggleMarch() {
    const unit = this.selected.value;
    if (!this.option(unit)?.march) return;
    const plan = this.move(unit);
    const path = plan.wanted?.version === plan.version ? plan.wanted.path : plan.path;
    void this.change(changed(plan, { path, march: !plan.march })).then(() => this.nearest());
  }

  /** A flyer walks, or flies after all. */
  toggleFoot() {
    const unit = this.selected.value;
    if (!this.option(unit)?.flies) return;
    const plan = this.move(unit);
    void this.change(changed(plan, { foot: !plan.foot }));
  }

  /** Shoot with another weapon of the unit. @param {string} weapon */
  arm(weapon) {
    const plan = this.plan.value;
    if (plan?.kind === "shoot") void this.change(changed(plan, { weapon }));
  }

  toggleSwift() {
    const plan = this.plan.value;
    if (plan?.kind === "reform") void this.change(changed(plan, { swift: !plan.swift }));
  }

  /** Take the last part of the path back. */
  back() {
    const plan = this.plan.value;
    if (plan?.kind !== "move" || !plan.path.length) return false;
    const path = plan.path.slice(0, -1);
    void this.change(changed(plan, { path, ...(path.length ? {} : { preview: null }) }));
    return true;
  }

  cancel() {
    const { value: question } = this.question;
    batch(() => {
      if (this.plan.value?.path.length) this.plan.value = newPlan("move", this.plan.value.unit, { march: this.plan.value.march, foot: this.plan.value.foot });
      else if (this.plan.value) this.plan.value = null;
      else if (question?.type !== "how_to_react") this.selected.value = "";
      if (question?.type !== "how_to_react") this.target.value = "";
      this.match.notice.value = null;
    });
  }

  // --- aiming -------------------------------------------------------------------------------------

  /** The unit that is meant by somebody in its ranks. @param {string} unit */
  meant(unit) {
    return this.match.view.value.joined?.[unit] ?? unit;
  }

  /** Point the selected unit at an enemy; who stands in the ranks of a unit means that unit. @param {string} named */
  aim(named) {
    const unit = this.selected.value;
    const question = this.question.value;
    const enemy = question?.type === "which_flag" ? named : this.meant(named);
    this.target.value = enemy;
    if (question?.type === "which_flag") void this.match.act({ type: "choose_flag", unit: enemy });
    else if (question?.type === "which_target") void this.match.act({ type: "aim", target: enemy });
    else if (question?.type === "shoot_with") void this.change(newPlan("shoot", unit, { target: enemy }));
    else if (question?.type === "declare" || question?.type === "new_target")
      void this.change(newPlan("charge", unit, { target: enemy }));
  }

  /** Go through the enemies that can be named. */
  cycle() {
    const all = targetsOf(this.question.value, this.selected.value);
    const free = all.filter((target) => !this.looks.barred.value.has(target));
    const targets = free.length ? free : all;
    if (!targets.length) this.match.notice.value = { tone: "info", text: this.match.words.t("ui.note.no_target"), rules: [], shapes: [] };
    else this.aim(targets[(targets.indexOf(this.target.value) + 1) % targets.length] ?? "");
  }

  /** Do what is planned; a plan that was not judged yet is judged first. */
  async confirm() {
    if (!this.plan.value || isStill(this.plan.value)) return;
    if (!isJudged(this.plan.value)) await this.judge();
    const plan = this.plan.value;
    if (!plan) return;
    if (isJudged(plan) && plan.preview?.refusal) {
      this.match.refuse(plan.preview.refusal);
      return;
    }
    const action = (isJudged(plan) && plan.preview?.action) || actionOf(plan);
    const done = await this.match.act(action);
    if (done && this.plan.value?.version === plan.version) this.plan.value = null;
  }
}

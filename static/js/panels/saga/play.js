/**
 * How SAGA is played with the hands: what is selected, what is being planned, which question is answered by
 * what. It asks the server about everything and decides no rule.
 */
import { batch, computed, effect, signal } from "#vendor/signals-core/signals-core.js";
import { SagaPicks } from "#js/panels/saga/picks.js";
import { SagaUses, missing, targetsOf } from "#js/panels/saga/uses.js";
import {
  actionOf,
  atNearest,
  carried,
  changed,
  draftOf,
  ghostsOf,
  isJudged,
  isStill,
  newPlan,
  sequenceOf,
  wayOf,
} from "#js/panels/saga/plan.js";

/** @typedef {import("#js/types.js").SagaMatch} Match */
/** @typedef {import("#js/panels/saga/plan.js").Plan} Plan */
/** @typedef {import("#js/panels/saga/plan.js").PlanKind} PlanKind */
/** @typedef {import("#js/types.js").UnitOption} UnitOption */
/** @typedef {import("#js/types.js").Aim} Aim */
/** @typedef {import("#js/types.js").SagaPreview} Preview */
/** @typedef {import("#js/types.js").Pose} Pose */
/** @typedef {[number, number]} Point */

export class SagaPlay {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.selected = signal("");
    this.target = signal("");
    this.reach = signal(/** @type {Preview | null} */ (null));
    this.aims = signal(/** @type {readonly Aim[]} */ ([]));
    /** How many questions about the selected unit are under way, and the newest of them. */
    this.looking = signal(0);
    this.looked = Promise.resolve();
    this.plan = signal(/** @type {Plan | null} */ (null));
    this.adjusting = signal(false);
    this.heldDie = signal("");
    /** The die that is on its way to a box. */
    this.flying = "";
    this.companion = signal(false);
    /** Whether the activation that is to be drawn again cannot be carried out as the server would draw it. */
    this.stuck = signal(false);
    this.pay = signal("");
    this.question = computed(() => match.prompt.value?.question ?? undefined);
    this.side = computed(() => match.prompt.value?.side ?? match.you.value.sides[0] ?? "");
    /** What the units may be activated for. */
    this.options = computed(() => {
      const question = this.question.value;
      return question?.type === "activate" || question?.type === "granted" ? question.units : {};
    });
    this.casualties = new SagaPicks(match);
    this.uses = new SagaUses(this);
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
    effect(() => {
      this.match.seq.value;
      const unit = this.selected.value;
      this.options.value;
      queueMicrotask(() => this.look(unit));
    });
  }

  /** A new question: take up what it is about. */
  began() {
    const question = this.question.value;
    batch(() => {
      this.plan.value = null;
      this.uses.current.value = null;
      this.target.value = "";
      this.adjusting.value = false;
      this.heldDie.value = "";
      this.stuck.value = false;
      this.casualties.begin(question);
    });
    if (question?.type === "choose_withdrawal") this.propose("withdraw", question.unit);
    else if (question?.type === "draw_again") this.propose("again", question.unit, question.target ?? "");
    else if (question?.type === "deploy_units") this.selectUndeployed();
    else if (question?.type === "granted") this.next();
    else if (question?.type === "javelin_shot") this.select(question.unit);
  }

  /** @param {PlanKind} kind @param {string} unit @param {string} [target] */
  propose(kind, unit, target = "") {
    this.selected.value = unit;
    this.change(newPlan(kind, unit, { target, pay: this.pay.value }));
  }

  // --- what is known of units -------------------------------------------------------------------

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

  /** Where the models of a unit stand, by id. @param {string} unit @returns {{[model: string]: Pose}} */
  poses(unit) {
    const { fixed, models = {} } = this.match.view.value;
    return Object.fromEntries(Object.entries(models).filter(([id]) => fixed.models[id]?.unit === unit));
  }

  /** @param {string} unit @returns {UnitOption | undefined} */
  option(unit) {
    return this.options.value[unit];
  }

  /** Whether a unit can be dragged or keyed about now. @param {string} unit */
  mayMove(unit) {
    const question = this.question.value;
    switch (question?.type) {
      case "activate":
      case "granted":
        return Boolean(question.units[unit]?.move?.length);
      case "draw_again":
      case "choose_withdrawal":
        return question.unit === unit;
      case "deploy_units":
        return question.units.includes(unit);
      default:
        return false;
    }
  }

  /** @returns {PlanKind} */
  planKind() {
    const type = this.question.value?.type;
    return type === "draw_again"
      ? "again"
      : type === "choose_withdrawal"
        ? "withdraw"
        : type === "deploy_units"
          ? "deploy"
          : "move";
  }

  /** Units that the open question lets the hand point at. */
  candidates() {
    const using = this.uses.current.value;
    if (using)
      return new Set(
        missing(using) === "unit" ? using.option.units : missing(using) === "targets" ? targetsOf(using) : [],
      );
    const question = this.question.value;
    if (question?.type === "javelin_shot") return new Set(question.targets);
    return new Set(this.aims.value.map((aim) => aim.unit));
  }

  // --- selecting ----------------------------------------------------------------------------------

  /** @param {string} unit */
  select(unit) {
    batch(() => {
      if (this.selected.value !== unit) {
        this.reach.value = null;
        this.aims.value = [];
      }
      this.selected.value = unit;
      this.target.value = "";
      this.pay.value = "";
      this.companion.value = false;
      this.match.notice.value = null;
      if (this.plan.value && this.plan.value.unit !== unit) this.plan.value = null;
    });
  }

  /** Ask about a unit; what is aimed meanwhile waits for the answer. @param {string} unit */
  look(unit) {
    this.looking.value++;
    this.looked = this.askAbout(unit).finally(() => {
      this.looking.value--;
    });
  }

  /** Where a unit could go and whom it could reach. @param {string} unit */
  async askAbout(unit) {
    if (unit !== this.selected.value) return;
    if (this.question.value?.type === "javelin_shot" && this.question.value.unit === unit) {
      await this.askAims(unit);
      return;
    }
    const acts = Boolean(this.option(unit));
    if (!unit || !(acts || (this.planKind() === "again" && this.mayMove(unit)))) {
      batch(() => {
        this.reach.value = null;
        this.aims.value = [];
      });
      return;
    }
    const reach = await this.match.draft({ type: "reach", unit });
    if (!reach || unit !== this.selected.value) return;
    batch(() => {
      this.reach.value = reach;
      this.aims.value = acts ? (reach.aims ?? []) : [];
    });
    if (acts && !reach.aims?.length && !this.plan.value) await this.askAims(unit);
  }

  /** @param {string} unit */
  async askAims(unit) {
    const found = await this.match.draft({ type: "aims", unit });
    if (!found || unit !== this.selected.value) return;
    const throws = this.question.value?.type === "javelin_shot";
    this.aims.value = (found.aims ?? []).filter((aim) => !throws || aim.kind === "shoot");
  }

  /** The next unit that may do something. */
  next() {
    const question = this.question.value;
    const ids = question?.type === "deploy_units" ? [...question.units] : Object.keys(this.options.value);
    if (!ids.length) return "";
    const unit = ids[(ids.indexOf(this.selected.value) + 1) % ids.length] ?? "";
    this.select(unit);
    return unit;
  }

  // --- planning -----------------------------------------------------------------------------------

  /** A plan for the selected unit, begun or gone on with. @param {string} unit */
  begin(unit) {
    const plan = this.plan.value;
    const kind = this.planKind();
    if (plan?.unit === unit && plan.kind === kind) return plan;
    const companion = this.companion.value ? (this.option(unit)?.companions?.[0] ?? "") : "";
    const begun = newPlan(kind, unit, { pay: this.pay.value, companion, turn: kind === "deploy" ? this.facing() : 0 });
    this.plan.value = begun;
    return begun;
  }

  /** Take a changed plan up and have it judged. @param {Plan} plan */
  change(plan) {
    this.plan.value = plan;
    this.match.notice.value = null;
    return this.judge();
  }

  /** Ask about the plan as it is now; the newest question wins. */
  async judge() {
    const plan = this.plan.value;
    if (!plan) return null;
    const preview = await this.match.draft(draftOf(plan, this.poses(plan.unit)));
    const now = this.plan.value;
    if (!preview || !now || now.unit !== plan.unit || now.kind !== plan.kind) return null;
    this.plan.value = { ...now, preview, judged: plan.version };
    if (plan.kind === "again" && isStill(plan)) this.stuck.value = Boolean(preview.refusal);
    return preview;
  }

  /** Carry the formation to a shift from where it stands. @param {string} unit @param {number} dx @param {number} dy */
  carry(unit, dx, dy) {
    const plan = this.begin(unit);
    return this.change(changed(plan, { dx, dy, adjusted: null }));
  }

  /** @param {number} dx @param {number} dy 1/100 mm @param {number} [turn] 1/1000 degree */
  nudge(dx, dy, turn = 0) {
    const unit = this.selected.value;
    if (!this.mayMove(unit)) return;
    const plan = this.begin(unit);
    if (plan.kind === "deploy") {
      const at = plan.at ?? this.zoneMiddle();
      void this.change(changed(plan, { at: [at[0] + dx, at[1] + dy], turn: plan.turn + turn }));
    } else {
      void this.change(changed(plan, { dx: plan.dx + dx, dy: plan.dy + dy, turn: plan.turn + turn, adjusted: null }));
    }
  }

  /** A refused formation goes to the nearest place the server found, and waits there to be confirmed. */
  nearest() {
    const plan = this.plan.value;
    const refusal = plan?.preview?.refusal;
    if (!plan || !refusal) return;
    const moved = atNearest(plan);
    if (moved) this.plan.value = moved;
    if (moved && !isJudged(moved)) void this.judge();
    this.match.refuse(refusal, moved ? "warn" : "bad");
  }

  /** Put one model of the planned unit somewhere by hand. @param {string} model @param {Point} at */
  adjust(model, at) {
    const plan = this.plan.value ?? this.begin(this.selected.value);
    const poses = this.poses(plan.unit);
    const ends = plan.adjusted ?? { ...carried(plan, poses), ...ghostsOf(plan, poses) };
    void this.change(changed(plan, { adjusted: { ...ends, [model]: at } }));
  }

  /** Set the unit up about a place. @param {string} unit @param {Point} at */
  deployAt(unit, at) {
    const plan = this.begin(unit);
    return this.change(changed(plan, { at }));
  }

  /** @param {number} step */
  widen(step) {
    const plan = this.plan.value;
    if (plan?.kind !== "deploy") return;
    const width = Math.max(1, Math.min(12, (plan.width || 4) + step));
    void this.change(changed(plan, { width }));
  }

  /** Models of an engagement in another order: the first goes last. */
  reorder() {
    const plan = this.plan.value;
    if (plan?.kind !== "engage") return;
    const order = sequenceOf(plan);
    void this.change(changed(plan, { order: [...order.slice(1), ...order.slice(0, 1)] }));
  }

  /** The next model of an engagement that goes; one that was chosen, and those after it, are free again. @param {string} model */
  queue(model) {
    const plan = this.plan.value;
    if (plan?.kind !== "engage") return;
    const at = plan.order.indexOf(model);
    void this.change(changed(plan, { order: at < 0 ? [...plan.order, model] : plan.order.slice(0, at) }));
  }

  /** The way goes through the place where the formation is held now. */
  waypoint() {
    const plan = this.plan.value;
    if (!plan || !this.isCarried || plan.adjusted) return false;
    const end = wayOf(plan, this.poses(plan.unit)).at(-1) ?? [0, 0];
    const stop = /** @type {Point} */ ([Math.round(end[0]), Math.round(end[1])]);
    const last = plan.via.at(-1);
    if (last?.[0] !== stop[0] || last[1] !== stop[1]) void this.change(changed(plan, { via: [...plan.via, stop] }));
    return true;
  }

  /** Take the last waypoint back, or the last model chosen for an engagement. */
  back() {
    const plan = this.plan.value;
    if (!plan?.via.length && !plan?.order.length) return false;
    void this.change(changed(plan, { via: plan.via.slice(0, -1), order: plan.order.slice(0, -1) }));
    return true;
  }

  cancel() {
    batch(() => {
      if (this.uses.current.value) this.uses.current.value = null;
      else if (this.plan.value && this.plan.value.kind !== "withdraw") this.plan.value = null;
      else if (this.heldDie.value) this.heldDie.value = "";
      else if (!this.plan.value) this.selected.value = "";
      this.adjusting.value = false;
      this.target.value = "";
      this.match.notice.value = null;
    });
  }

  /** Do what is planned; a plan that was not judged yet is judged first. */
  async confirm() {
    if (this.casualties.picks.value.count) {
      await this.casualties.confirm();
      return;
    }
    if (!this.plan.value) return;
    if (!isJudged(this.plan.value)) await this.judge();
    const plan = this.plan.value;
    if (!plan) return;
    if (plan.preview?.refusal) {
      this.match.refuse(plan.preview.refusal);
      return;
    }
    const action = (isJudged(plan) && plan.preview?.action) || actionOf(plan, this.poses(plan.unit));
    const done = await this.match.act(action);
    if (!done || this.plan.value?.version !== plan.version) return;
    this.plan.value = null;
    if (plan.kind === "deploy") this.selectUndeployed();
  }

  // --- aims ---------------------------------------------------------------------------------------

  /** @param {string} unit @param {"engage" | "shoot"} kind */
  aimAt(unit, kind) {
    return this.aims.value.find((aim) => aim.unit === unit && aim.kind === kind);
  }

  /** Point the selected unit at an enemy. @param {string} enemy @param {"engage" | "shoot"} [kind] */
  aim(enemy, kind) {
    const unit = this.selected.value;
    const question = this.question.value;
    if (question?.type === "javelin_shot") {
      if (question.targets.includes(enemy)) void this.match.act({ type: "shoot", unit: question.unit, target: enemy });
      return;
    }
    const option = this.option(unit);
    this.target.value = enemy;
    if (!option) return;
    const chosen = kind ?? (this.aimAt(enemy, "engage") || !this.aimAt(enemy, "shoot") ? "engage" : "shoot");
    if (chosen === "engage" && option.move?.length) this.propose("engage", unit, enemy);
    if (chosen === "shoot" && option.shoot?.length) this.propose("shoot", unit, enemy);
  }

  /** Go through the enemies that can be aimed at in a way. @param {"engage" | "shoot"} kind */
  async cycle(kind) {
    await this.looked;
    const enemies = this.aims.value.filter((aim) => aim.kind === kind).map((aim) => aim.unit);
    if (!enemies.length) {
      this.match.notice.value = { tone: "info", text: this.match.words.t(`ui.note.no_${kind}`), rules: [], shapes: [] };
      return;
    }
    const enemy = enemies[(enemies.indexOf(this.target.value) + 1) % enemies.length] ?? "";
    this.aim(enemy, kind);
  }

  async rest() {
    const unit = this.selected.value;
    if (this.option(unit)?.rest?.length) await this.match.act({ type: "rest", unit, pay: this.pay.value });
  }

  // --- deployment ---------------------------------------------------------------------------------

  selectUndeployed() {
    const question = this.question.value;
    if (question?.type !== "deploy_units") return;
    const waits = question.units.filter((id) => !this.match.view.value.units?.[id]?.models);
    const full = question.units.length - waits.length >= question.most;
    this.select(full ? "" : (waits[0] ?? ""));
  }

  /** Units are set up facing the other half of the table. */
  facing() {
    return this.zoneMiddle()[1] * 2 < this.match.view.value.fixed.height ? 90_000 : 270_000;
  }

  /** @returns {Point} */
  zoneMiddle() {
    const question = this.question.value;
    const zone = question?.type === "deploy_units" ? question.zone : [];
    const mean = (/** @type {0 | 1} */ i) => Math.round(zone.reduce((sum, p) => sum + p[i], 0) / (zone.length || 1));
    return [mean(0), mean(1)];
  }

  // --- dice -------------------------------------------------------------------------------------------

  /** @param {string} die */
  hold(die) {
    this.heldDie.value = this.heldDie.value === die ? "" : die;
  }

  /** Place a die, once; one that is refused stays in the hand. @param {string} die @param {string} box */
  async place(die, box) {
    if (this.flying === die) return true;
    this.heldDie.value = die;
    this.flying = die;
    const placed = await this.match.act({ type: "place_die", die, box });
    this.flying = "";
    if (placed && this.heldDie.value === die) this.heldDie.value = "";
    return placed;
  }

  /** @param {string} die */
  async takeDie(die) {
    await this.match.act({ type: "take_die", die });
  }

  /** Let the window go by, for this time or for the rest of the turn. @param {boolean} [always] */
  async pass(always = false) {
    const prompt = this.match.prompt.value;
    if (!prompt) return;
    if (always && prompt.window && !(await this.match.appeal({ type: "stand", window: prompt.window }, prompt.side)))
      return;
    await this.match.act({ type: "pass" }, prompt.id);
  }

  /** Whether a formation is held somewhere else than where it stands. */
  get isCarried() {
    const plan = this.plan.value;
    return Boolean(plan && ["move", "again", "withdraw"].includes(plan.kind) && (plan.dx || plan.dy));
  }
}

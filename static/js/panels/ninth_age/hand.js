/** What pointers and keys on the table mean in The 9th Age. */
import { inRing } from "#js/board/hull.js";
import { depthOf, isOn, outOf, widthOf } from "#js/board/tray.js";
import { between, positive, towards } from "#js/panels/ninth_age/block.js";
import { Hand } from "#js/ui/hand.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {import("#js/board/input.js").Listener} Listener */
/** @typedef {"left" | "right"} Corner */
/** @typedef {[number, number]} Point */

/** A corner's handle is so large for a hand, in pixels of the screen. */
const GRIP = 15;
export const GRIPS = { left: "grip:left", right: "grip:right" };

/** @typedef {import("#js/ui/hand.js").Tools & {ghost: (plan: Plan) => Tray | null, grips: () => {[corner in Corner]: Point} | null}} Tools `grips` are the drawn places of the handles */

/** @extends {Hand<NinthPlay, Tools>} @implements {Listener} */
export class NinthHand extends Hand {
  /** @param {NinthPlay} play @param {Tools} tools */
  constructor(play, tools) {
    super(play, tools);
    this.match = play.match;
    /** @type {null | {unit: string, corner: Corner | "", from: Point, base: Plan, tray: Tray | null}} */
    this.drag = null;
    /** Where a hand began that points at an enemy. @type {Point} */
    this.aimed = [0, 0];
  }

  /** The handle at a drawn place. @param {Point} at @returns {Corner | ""} */
  gripAt(at) {
    const grips = this.tools.grips();
    const reach = GRIP / this.board.view.k;
    if (!grips) return "";
    const away = (/** @type {Corner} */ corner) => Math.hypot(grips[corner][0] - at[0], grips[corner][1] - at[1]);
    const nearer = away("left") < away("right") ? "left" : "right";
    return away(nearer) <= reach ? nearer : "";
  }

  /** What is planned or held lies over what stands. @param {Point} at @returns {{unit: string, model: string} | null} */
  ghostAt(at) {
    const corner = this.gripAt(at);
    if (corner) return { unit: this.play.selected.value, model: GRIPS[corner] };
    const plan = this.play.plan.value;
    const tray = plan && this.tools.ghost(plan);
    return tray && this.play.mayMove(plan.unit) && isOn(tray, at, 2) ? { unit: plan.unit, model: "" } : null;
  }

  /** @param {string} unit */
  mayDrag(unit) {
    const { play } = this;
    const charges = ["declare", "new_target"].includes(play.question.value?.type ?? "") && play.acts(unit);
    return !this.match.replaying.value && play.isMine(unit) && (play.mayMove(unit) || charges);
  }

  /** @param {string} unit @param {string} model @param {Point} from */
  dragStart(unit, model, from) {
    const { play } = this;
    if (play.selected.value !== unit) play.select(unit);
    this.take();
    const corner = model === GRIPS.left ? "left" : model === GRIPS.right ? "right" : "";
    if (!play.mayMove(unit)) {
      this.aimed = from;
      this.drag = null;
      return;
    }
    const base = play.begin(unit);
    this.drag = { unit, corner, from, base, tray: this.tools.ghost(base) };
  }

  /** @param {Point} at @param {PointerEvent} event */
  dragMove(at, event) {
    const { drag, play, board } = this;
    const to = this.held(at, event, drag?.base.kind === "deploy");
    if (!drag) {
      this.point(at);
      return;
    }
    const { base, corner, from } = drag;
    if (base.kind === "deploy") {
      void play.setup.place(board.space.table(to));
      return;
    }
    const home = corner || base.kind !== "move" ? "" : play.buildings.at(base.unit, board.space.table(to));
    if (home) play.buildings.enter(base.unit, home);
    else if (base.kind === "reform" || base.kind === "wander") this.swing(to);
    else if (corner) void play.draw(base, { corner, to: board.space.table(this.cornerAt(corner, to)) });
    else void play.draw(base, { shift: board.space.shift(to[0] - from[0], to[1] - from[1]) });
  }

  /** A hand that points from its unit at an enemy. @param {Point} at */
  point(at) {
    const { play } = this;
    const enemy = this.enemyAt(at);
    this.tools.measure([this.aimed, at]);
    if (enemy && play.meant(enemy) !== play.target.value) play.aim(enemy);
  }

  /** A handle stands outside its corner: what is drawn to is where the corner itself would be. @param {Corner} corner @param {Point} to @returns {Point} */
  cornerAt(corner, to) {
    const { drag } = this;
    if (!drag?.tray) return to;
    const half = widthOf(drag.tray) / 2;
    const foot = outOf(drag.tray, [corner === "left" ? -half : half, -depthOf(drag.tray) / 2]);
    return [to[0] + foot[0] - drag.from[0], to[1] + foot[1] - drag.from[1]];
  }

  /** Turn what is planned about its middle, as the hand goes round it. @param {Point} to */
  swing(to) {
    const { drag, play, board } = this;
    if (!drag?.tray) return;
    const middle = board.space.table([drag.tray.x, drag.tray.y]);
    const turn = between(towards(middle, board.space.table(drag.from)), towards(middle, board.space.table(to)));
    play.face(positive(drag.base.facing + Math.round(turn / 1000) * 1000));
  }

  /** The drop leaves the path as drawn, or as far as it may go: it may go on, and is confirmed when it is whole. @param {Point} _at @param {PointerEvent} event */
  dragEnd(_at, event) {
    const { play } = this;
    const dropped = this.drag && ["deploy", "enter"].includes(play.plan.value?.kind ?? "");
    if (dropped && event.pointerType === "mouse") void play.confirm();
    if (!this.drag) this.tools.measure(null);
    else if (play.plan.value && !play.plan.value.path.length && play.plan.value.kind === "move") play.plan.value = null;
    else void this.settle();
    this.letGo();
  }

  dragCancel() {
    const { drag, play } = this;
    if (drag) void play.change({ ...drag.base, version: (play.plan.value?.version ?? 0) + 1 });
    else this.tools.measure(null);
    this.letGo();
  }

  /** @override */
  letGo() {
    this.drag = null;
    super.letGo();
  }

  /** @param {Point} at */
  enemyAt(at) {
    const { board, play } = this;
    const found = board.units.find((unit) => unit.tray && !play.isMine(unit.id) && isOn(unit.tray, at, 6 / board.view.k));
    return found?.id ?? "";
  }

  /** The model of a unit that stands at a drawn place: a tray is drawn as one. @param {string} unit @param {Point} at */
  modelAt(unit, [x, y]) {
    const bases = this.board.units.find((token) => token.id === unit)?.bases ?? [];
    const away = bases.map((base) => Math.hypot(base.x - x, base.y - y));
    return bases[away.indexOf(Math.min(...away))]?.id ?? "";
  }

  /** @param {string} unit @param {string} _model @param {Point} at @param {PointerEvent} event */
  tap(unit, _model, at, event) {
    if (this.taps(unit, unit ? this.modelAt(unit, at) : "", at, event)) return;
    const plan = this.play.plan.value;
    // What is being set up lies under the mouse that carries it; who comes over an edge is pointed to from anywhere.
    const carried = plan?.kind === "deploy" && (plan.unit === unit || this.play.setup.enters);
    if (unit && !carried) this.tapUnit(unit);
    else this.tapGround(at, event);
  }

  /** @param {string} unit */
  tapUnit(unit) {
    const { play } = this;
    const plan = play.plan.value;
    if (plan && plan.unit === unit) return;
    const type = play.question.value?.type ?? "";
    const names = ["declare", "new_target", "which_target", "shoot_with"].includes(type) && play.acts(play.selected.value);
    if (!play.isMine(unit) && (names || (type === "which_flag" && play.candidates().has(unit)))) play.aim(unit);
    else play.select(unit);
  }

  /** @param {Point} at @param {PointerEvent} event */
  tapGround(at, event) {
    const { play, board } = this;
    const plan = play.plan.value;
    const to = board.space.table(at);
    const question = play.question.value;
    if (question?.type === "where_marker") {
      void this.match.act({ type: "place_marker", at: to });
      return;
    }
    if (question?.type === "which_zone") {
      const zone = question.zones.find(({ outline }) => inRing(to, outline.map((p) => /** @type {Point} */ ([...p]))));
      if (zone) void this.match.act({ type: "choose_zone", corner: zone.corner, ...(zone.role ? { role: zone.role } : {}) });
      return;
    }
    if (plan?.kind === "deploy") {
      void play.setup.place(to).then(() => {
        if (event.pointerType === "mouse") void play.confirm();
      });
      return;
    }
    const middle = plan && play.block(plan.unit)?.at;
    const home = plan && ["move", "enter"].includes(plan.kind) ? play.buildings.at(plan.unit, to) : "";
    if (plan && home) play.buildings.enter(plan.unit, home);
    else if (plan?.kind === "move") void play.draw(plan, { to }).then(() => this.settle());
    else if (middle && (plan.kind === "reform" || plan.kind === "wander")) play.face(towards(middle, to));
    else play.cancel();
  }

  /** @override @param {Point} at */
  follows(at) {
    const { play, board } = this;
    return play.plan.value?.kind === "deploy" ? play.setup.place(board.space.table(at)) : null;
  }

  /** A unit carried from a list onto the table. @param {string} unit @param {PointerEvent} pressed */
  carryIn(unit, pressed) {
    const { play, board } = this;
    play.select(unit);
    if (pressed.pointerType !== "mouse" || play.plan.value?.kind !== "deploy") return;
    const within = (/** @type {PointerEvent} */ e) => document.elementFromPoint(e.clientX, e.clientY)?.closest("#vp") === board.el;
    const go = (/** @type {PointerEvent} */ e) => {
      if (within(e)) this.hover(board.view.toWorld(e.clientX, e.clientY));
    };
    const drop = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", drop);
      if (within(e)) this.tapGround(board.view.toWorld(e.clientX, e.clientY), e);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", drop);
  }

  /** @override @param {import("#js/keys.js").Command} command @returns {boolean} whether it was ours */
  key(command) {
    const { play } = this;
    const unit = play.selected.value;
    switch (command.name) {
      case "move":
        if (play.setup.may(unit)) play.setup.take(unit);
        if (play.mayWander(unit)) {
          play.wander(unit);
          return true;
        }
        if (!play.option(unit)) return false;
        if (play.plan.value?.kind === "move") play.toggleMarch();
        else play.move(unit);
        return true;
      case "rest":
        if (!play.option(unit) || play.option(unit)?.reform === false) return false;
        play.reform(unit);
        return true;
      case "engage":
      case "shoot":
        play.cycle();
        return true;
      case "waypoint":
        play.looks.threatens.value = !play.looks.threatens.value;
        return true;
      case "confirm":
        if (!play.plan.value) return false;
        void play.confirm();
        return true;
      case "turn":
        if (!play.plan.value && !play.option(unit)) return false;
        play.turn(command.by > 0 ? -1 : 1);
        return true;
      default:
        return super.key(command);
    }
  }

  /** Arrows draw the path on, turn or widen. @override @param {Point} step on the table @param {number} x */
  carries(step, x) {
    const { play } = this;
    const kind = play.plan.value?.kind;
    if (kind === "move" || kind === "deploy") play.step(step);
    else if (kind === "wander" && x) play.turn(x > 0 ? 1 : -1);
    else if ((kind === "reform" || kind === "join") && x) play.widen(x > 0 ? 1 : -1);
    else return false;
    return true;
  }
}

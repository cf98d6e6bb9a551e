/** What pointers and keys on the table mean in SAGA. */
import { ghostsOf, isStill } from "#js/panels/saga/plan.js";
import { radius } from "#js/board/scene.js";
import { middle } from "#js/board/hull.js";
import { Hand } from "#js/ui/hand.js";

/** @typedef {import("#js/panels/saga/play.js").SagaPlay} SagaPlay */
/** @typedef {[number, number]} Point */

/** @typedef {import("#js/board/input.js").Listener} Listener */

/** @extends {Hand<SagaPlay>} @implements {Listener} */
export class SagaHand extends Hand {
  /** @param {SagaPlay} play @param {import("#js/ui/hand.js").Tools} tools */
  constructor(play, tools) {
    super(play, tools);
    this.match = play.match;
    /** @type {null | {unit: string, model: string, from: Point, dx: number, dy: number, single: boolean}} */
    this.drag = null;
  }

  /** @param {Point} at @returns {{unit: string, model: string} | null} */
  ghostAt(at) {
    const plan = this.play.plan.value;
    if (!plan || plan.kind === "shoot") return null;
    for (const [model, place] of Object.entries(ghostsOf(plan, this.play.poses(plan.unit)))) {
      const [x, y] = this.board.space.px(place);
      if (Math.hypot(x - at[0], y - at[1]) <= radius(this.match.view.value, model)) return { unit: plan.unit, model };
    }
    return null;
  }

  /** @param {string} unit */
  mayDrag(unit) {
    return !this.match.replaying.value && this.play.isMine(unit) && this.play.mayMove(unit);
  }

  /** @param {string} unit @param {string} model @param {Point} from @param {PointerEvent} event */
  dragStart(unit, model, from, event) {
    const { play } = this;
    const plan = play.plan.value;
    const onGhost = plan !== null && plan.kind !== "engage" && this.ghostAt(from) !== null;
    if (play.selected.value !== unit) play.select(unit);
    const single = (event.altKey || play.adjusting.value) && play.planKind() !== "deploy";
    this.drag = { unit, model, from, dx: onGhost ? plan.dx : 0, dy: onGhost ? plan.dy : 0, single };
    this.take();
  }

  /** @param {Point} at @param {PointerEvent} event */
  dragMove(at, event) {
    const { drag, play, board } = this;
    if (!drag) return;
    const to = this.held(at, event, true);
    if (play.planKind() === "deploy") void play.deployAt(drag.unit, board.space.table(to));
    else if (drag.single) play.adjust(drag.model, board.space.table(to));
    else {
      const [dx, dy] = board.space.shift(to[0] - drag.from[0], to[1] - drag.from[1]);
      void play.carry(drag.unit, drag.dx + dx, drag.dy + dy);
    }
  }

  /** The drop is the act; a finger is not exact enough for that and confirms the place, or the nearest one. @param {Point} at @param {PointerEvent} event */
  dragEnd(at, event) {
    const { drag, play } = this;
    this.letGo();
    if (!drag) return;
    const enemy = this.enemyAt(at);
    if (enemy && play.planKind() === "move" && play.aimAt(enemy, "engage")) play.aim(enemy, "engage");
    else if (drag.single) return;
    else if (event.pointerType === "mouse") void this.drop();
    else void this.settle();
  }

  async drop() {
    const { play } = this;
    const plan = play.plan.value;
    if (!plan || (plan.kind !== "deploy" && isStill(plan))) return;
    if (await this.settle()) await play.confirm();
  }

  dragCancel() {
    this.letGo();
    this.play.cancel();
  }

  /** @override */
  letGo() {
    this.drag = null;
    super.letGo();
  }

  /** @param {Point} at */
  enemyAt(at) {
    const hit = this.board.nearest(at, 8);
    return hit && !this.play.isMine(hit.unit) ? hit.unit : "";
  }

  /** @param {string} unit @param {string} model @param {Point} at @param {PointerEvent} event */
  tap(unit, model, at, event) {
    const { play } = this;
    if (this.taps(unit, model, at, event)) return;
    if (play.uses.current.value && unit) play.uses.tap(unit);
    else if (play.casualties.picks.value.models.has(model)) play.casualties.pick(model);
    else if (play.plan.value?.kind === "engage" && unit === play.plan.value.unit) play.queue(model);
    else if (unit && !this.setsUp(at)) this.tapUnit(unit);
    else this.tapGround(at, event);
  }

  /** Whether a tap falls on the ghost of the unit that is being set up, which follows the mouse. @param {Point} at */
  setsUp(at) {
    return this.play.plan.value?.kind === "deploy" && this.ghostAt(at) !== null;
  }

  /** @param {string} unit */
  tapUnit(unit) {
    const { play } = this;
    const acting = Boolean(play.option(play.selected.value)) || play.question.value?.type === "javelin_shot";
    if (play.isMine(unit) || !acting) play.select(unit);
    else play.aim(unit);
  }

  /** @param {Point} at @param {PointerEvent} event */
  tapGround(at, event) {
    const { play, board } = this;
    const unit = play.selected.value;
    const plan = play.plan.value;
    if (play.planKind() === "deploy" && play.mayMove(unit)) {
      void play.deployAt(unit, board.space.table(at)).then(() => {
        if (event.pointerType === "mouse") void play.confirm();
      });
    } else if (plan && (plan.kind === "move" || plan.kind === "withdraw")) {
      const poses = Object.values(play.poses(unit)).map((p) => ({ x: p[0], y: p[1], r: 0 }));
      const [mx, my] = middle(poses);
      const [x, y] = board.space.table(at);
      void play.carry(unit, Math.round(x - mx), Math.round(y - my)).then(() => this.settle());
    } else {
      play.cancel();
    }
  }

  /** @override @param {Point} at */
  follows(at) {
    const { play, board } = this;
    const unit = play.selected.value;
    const waits = !play.match.view.value.units?.[unit]?.models;
    return play.planKind() === "deploy" && waits && play.mayMove(unit) ? play.deployAt(unit, board.space.table(at)) : null;
  }

  /** @override @param {import("#js/keys.js").Command} command @returns {boolean} whether it was ours */
  key(command) {
    const { play } = this;
    const unit = play.selected.value;
    switch (command.name) {
      case "move":
        if (!play.mayMove(unit)) return false;
        play.nudge(0, 0);
        return true;
      case "engage":
      case "shoot":
        void play.cycle(command.name);
        return true;
      case "rest":
        void play.rest();
        return true;
      case "confirm":
        if (!play.plan.value && !play.casualties.picks.value.count) return false;
        void play.confirm();
        return true;
      case "pass":
        if (!this.match.prompt.value?.window) return false;
        void play.pass();
        return true;
      case "adjust":
        play.adjusting.value = !play.adjusting.value;
        return true;
      case "waypoint":
        return play.waypoint();
      case "turn":
        if (!play.plan.value) return false;
        play.nudge(0, 0, command.by);
        return true;
      default:
        return super.key(command);
    }
  }

  /** Arrows carry the ghost. @override @param {Point} step on the table */
  carries([dx, dy]) {
    const plan = this.play.plan.value;
    if (!plan || plan.kind === "engage" || plan.kind === "shoot") return false;
    this.play.nudge(dx, dy);
    return true;
  }
}

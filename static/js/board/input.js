/**
 * Pointer gestures on the table, told in the table's words: tap a unit, drag a unit, press long to
 * measure. What they mean is decided by whoever listens; panning is the viewport's.
 */

const LONG_PRESS_MS = 480;
const SLOP = { mouse: 4, touch: 8, pen: 8 };
const TOUCH_REACH = 22;
const EDGE = 34;
const EDGE_STEP = 9;

/** @typedef {[number, number]} Point */
/**
 * @typedef {object} Listener drawn places throughout
 * @property {(unit: string, model: string) => boolean} mayDrag
 * @property {(at: Point) => {unit: string, model: string} | null} ghostAt a planned base under a place: it is grabbed first
 * @property {(unit: string, model: string, at: Point, event: PointerEvent) => void} tap unit and model are empty on open ground
 * @property {(unit: string, model: string, at: Point, event: PointerEvent) => void} dragStart
 * @property {(at: Point, event: PointerEvent) => void} dragMove
 * @property {(at: Point, event: PointerEvent) => void} dragEnd
 * @property {() => void} dragCancel
 * @property {(from: Point, to: Point | null) => void} measure `to` is null when it is over
 * @property {(at: Point) => void} hover
 */

export class Input {
  /**
   * @param {import("#js/board/viewport.js").Viewport} view @param {Listener} listener
   * @param {(at: Point, reach: number) => {unit: string, model: string} | null} nearest an own unit near a place
   */
  constructor(view, listener, nearest) {
    this.view = view;
    this.listener = listener;
    this.nearest = nearest;
    /** @type {null | {id: number, unit: string, model: string, x: number, y: number, from: Point, mode: "" | "drag" | "measure" | "pan"}} */
    this.grab = null;
    this.timer = 0;
    const { el } = view;
    el.addEventListener("pointerdown", (e) => this.down(e), { capture: true });
    // Before the viewport: what is a drag of a unit must not pan as well.
    el.addEventListener("pointermove", (e) => this.move(e), { capture: true });
    el.addEventListener("pointerup", (e) => this.up(e), { capture: true });
    el.addEventListener("pointercancel", () => this.cancel());
    el.addEventListener("contextmenu", (e) => e.preventDefault());
  }

  /** @param {PointerEvent} e @returns {{unit: string, model: string}} */
  under(e) {
    const ghost = this.listener.ghostAt(this.view.toWorld(e.clientX, e.clientY));
    if (ghost) return ghost;
    const target = /** @type {Element} */ (e.target);
    const unit = target.closest("[data-u]")?.getAttribute("data-u") ?? "";
    const model = target.closest("[data-m]")?.getAttribute("data-m") ?? "";
    if (unit || e.pointerType === "mouse") return { unit, model };
    return this.nearest(this.view.toWorld(e.clientX, e.clientY), TOUCH_REACH / this.view.k) ?? { unit, model };
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (/** @type {Element} */ (e.target).closest("button")) return;
    if (this.grab) {
      this.cancel();
      return;
    }
    const { unit, model } = this.under(e);
    const from = this.view.toWorld(e.clientX, e.clientY);
    this.grab = { id: e.pointerId, unit, model, x: e.clientX, y: e.clientY, from, mode: "" };
    if (e.button === 2) this.startMeasure();
    else this.timer = window.setTimeout(() => this.startMeasure(), LONG_PRESS_MS);
  }

  startMeasure() {
    if (!this.grab || this.grab.mode) return;
    this.grab.mode = "measure";
    this.view.release(this.grab.id);
    this.listener.measure(this.grab.from, this.grab.from);
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { grab } = this;
    const at = this.view.toWorld(e.clientX, e.clientY);
    if (!grab) {
      if (!this.view.busy) this.listener.hover(at);
      return;
    }
    if (grab.id !== e.pointerId) return;
    if (!grab.mode) this.decide(e);
    if (grab.mode === "drag") {
      // First: it measures the window, which is cheap as long as nothing was drawn.
      this.panAtEdge(e);
      this.listener.dragMove(at, e);
    }
    if (grab.mode === "measure") this.listener.measure(grab.from, at);
  }

  /** Past the slop a press is a drag of a unit or a pan. @param {PointerEvent} e */
  decide(e) {
    const grab = /** @type {NonNullable<Input["grab"]>} */ (this.grab);
    const slop = SLOP[/** @type {"mouse" | "touch" | "pen"} */ (e.pointerType)] ?? SLOP.touch;
    if (Math.hypot(e.clientX - grab.x, e.clientY - grab.y) < slop) return;
    clearTimeout(this.timer);
    grab.mode = grab.unit && this.listener.mayDrag(grab.unit, grab.model) ? "drag" : "pan";
    if (grab.mode !== "drag") return;
    this.view.release(grab.id);
    this.view.el.setPointerCapture(grab.id);
    this.listener.dragStart(grab.unit, grab.model, grab.from, e);
  }

  /** @param {PointerEvent} e */
  panAtEdge(e) {
    const box = this.view.el.getBoundingClientRect();
    const pull = (/** @type {number} */ low, /** @type {number} */ high) =>
      low < EDGE ? EDGE_STEP : high < EDGE ? -EDGE_STEP : 0;
    const dx = pull(e.clientX - box.left, box.right - e.clientX);
    const dy = pull(e.clientY - box.top, box.bottom - e.clientY);
    if ((dx || dy) && !this.view.fitted) this.view.pan(dx, dy);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { grab } = this;
    if (!grab || grab.id !== e.pointerId) return;
    clearTimeout(this.timer);
    this.grab = null;
    const at = this.view.toWorld(e.clientX, e.clientY);
    if (grab.mode === "drag") this.listener.dragEnd(at, e);
    else if (grab.mode === "measure") this.listener.measure(grab.from, null);
    else if (!grab.mode) this.listener.tap(grab.unit, grab.model, at, e);
  }

  cancel() {
    clearTimeout(this.timer);
    if (this.grab?.mode === "drag") this.listener.dragCancel();
    if (this.grab?.mode === "measure") this.listener.measure(this.grab.from, null);
    this.grab = null;
  }
}

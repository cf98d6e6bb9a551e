/**
 * Pan, zoom and pinch by pointer events. While a gesture runs only one CSS transform changes; what
 * depends on the zoom (--inv, level of detail) is written once, when it has ended.
 */

const SETTLE_MS = 160;
const FRAME = 22;
/** What the zoom buttons take at the right, in pixels: they shall not lie over the table that is shown whole. */
const BUTTONS = 56;
const MAX_ZOOM = 6;
const SLOP = { mouse: 4, touch: 8, pen: 8 };

export class Viewport {
  /** @param {HTMLElement} el the window @param {HTMLElement} world what is moved @param {number} width @param {number} height @param {(k: number) => void} settled told the zoom when a gesture has ended */
  constructor(el, world, width, height, settled) {
    this.settled = settled;
    this.el = el;
    this.world = world;
    this.width = width;
    this.height = height;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    this.busy = false;
    /** @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    this.timer = 0;
    this.inv = "";
    this.fitted = true;
    /** Whether the one pointer has gone far enough to be a pan and no press. */
    this.panning = false;
    this.listen();
  }

  listen() {
    const { el } = this;
    el.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        const box = el.getBoundingClientRect();
        this.begin();
        this.zoomAt(e.clientX - box.left, e.clientY - box.top, Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)));
        this.endSoon();
      },
      { passive: false },
    );
    el.addEventListener("pointerdown", (e) => {
      if (e.defaultPrevented || e.button || /** @type {Element} */ (e.target).closest("button")) return;
      el.setPointerCapture(e.pointerId);
      this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
      this.panning = this.pointers.size > 1;
      if (this.panning) this.begin();
    });
    el.addEventListener("pointermove", (e) => this.drag(e));
    const up = (/** @type {PointerEvent} */ e) => {
      if (this.pointers.delete(e.pointerId) && !this.pointers.size) this.endSoon();
    };
    el.addEventListener("pointerup", up);
    el.addEventListener("pointercancel", up);
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const was = this.pointers.get(e.pointerId);
    if (!was) return;
    /** @type {[number, number]} */
    const now = [e.clientX, e.clientY];
    const other = [...this.pointers].find(([id]) => id !== e.pointerId)?.[1];
    if (other) {
      const box = this.el.getBoundingClientRect();
      const before = Math.hypot(was[0] - other[0], was[1] - other[1]) || 1;
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      this.zoomAt((now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top, after / before);
      this.pan((now[0] - was[0]) / 2, (now[1] - was[1]) / 2);
    } else {
      const slop = SLOP[/** @type {keyof typeof SLOP} */ (e.pointerType)] ?? SLOP.touch;
      if (!this.panning && Math.hypot(now[0] - was[0], now[1] - was[1]) < slop) return;
      if (!this.panning) this.begin();
      this.panning = true;
      this.pan(now[0] - was[0], now[1] - was[1]);
    }
    this.pointers.set(e.pointerId, now);
  }

  /** A pointer that turned out to drag a unit pans no longer. @param {number} id */
  release(id) {
    if (this.pointers.delete(id) && !this.pointers.size) this.endSoon();
  }

  begin() {
    clearTimeout(this.timer);
    this.busy = true;
    this.world.style.willChange = "transform";
  }

  endSoon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.busy = false;
      this.world.style.willChange = "";
      this.settle();
    }, SETTLE_MS);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.fitted = false;
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Zoom by a factor about a place of the window. @param {number} px @param {number} py @param {number} factor */
  zoomAt(px, py, factor) {
    this.fitted = false;
    const k = Math.min(MAX_ZOOM, Math.max(this.least * 0.8, this.k * factor));
    const f = k / this.k;
    this.x = px - (px - this.x) * f;
    this.y = py - (py - this.y) * f;
    this.k = k;
    this.apply();
  }

  /** Zoom about the middle. @param {number} factor */
  zoom(factor) {
    this.zoomAt(this.el.clientWidth / 2, this.el.clientHeight / 2, factor);
  }

  /** The zoom at which the whole table with its frame fits. */
  get least() {
    return Math.min((this.el.clientWidth - BUTTONS) / (this.width + 2 * FRAME), this.el.clientHeight / (this.height + 2 * FRAME));
  }

  fit() {
    this.k = this.least;
    const free = this.el.clientWidth - this.width * this.k;
    this.x = Math.min(free / 2, free - FRAME * this.k - BUTTONS);
    this.y = (this.el.clientHeight - this.height * this.k) / 2;
    this.apply();
    this.fitted = true;
  }

  /** Bring a drawn place into the middle. @param {number} x @param {number} y @param {number} k zoom */
  centre(x, y, k) {
    this.fitted = false;
    this.k = k;
    this.x = this.el.clientWidth / 2 - x * k;
    this.y = this.el.clientHeight / 2 - y * k;
    this.apply();
  }

  /** Keep what is in the middle there when the drawing is turned half round. */
  turn() {
    if (this.fitted) return;
    this.x = this.el.clientWidth - this.x - this.width * this.k;
    this.y = this.el.clientHeight - this.y - this.height * this.k;
    this.apply();
  }

  /** Drawn place under a client coordinate. @param {number} cx @param {number} cy @returns {[number, number]} */
  toWorld(cx, cy) {
    const box = this.el.getBoundingClientRect();
    return [(cx - box.left - this.x) / this.k, (cy - box.top - this.y) / this.k];
  }

  apply() {
    this.world.style.transform = `translate(${this.x.toFixed(2)}px,${this.y.toFixed(2)}px) scale(${this.k.toFixed(4)})`;
    if (!this.busy) this.settle();
  }

  settle() {
    const inv = (1 / this.k).toFixed(4);
    if (inv === this.inv) return;
    this.inv = inv;
    this.world.style.setProperty("--inv", inv);
    this.settled(this.k);
    this.world.dataset["lod"] = this.k < 0.55 ? "far" : this.k < 1.5 ? "mid" : "near";
  }
}

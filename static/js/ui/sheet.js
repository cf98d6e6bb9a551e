/** A phone's sheet: dragged by its grip to one of three heights, and put away or taken up by a tap on it. */

const [LOW, USUAL, HIGH] = [12, 44, 88];
/** A press that goes no farther is a tap, in pixels. */
const SLOP = 6;

const share = (/** @type {number} */ y) => Math.min(HIGH, Math.max(LOW, 100 - (y / innerHeight) * 100));

export class Sheet {
  constructor() {
    /** How much of the window it takes, in percent. */
    this.height = USUAL;
  }

  /** @param {number} percent */
  put(percent) {
    this.height = percent;
    document.body.style.setProperty("--sheet", `${percent}%`);
  }

  /** Put it away, or take it up again. */
  toggle() {
    this.put(this.height > LOW ? LOW : USUAL);
  }

  /** Who asks for what lies on it has it taken up. */
  open() {
    if (this.height === LOW) this.put(USUAL);
  }

  /** @param {PointerEvent} pressed on the grip */
  drag(pressed) {
    const grip = /** @type {HTMLElement} */ (pressed.currentTarget);
    grip.setPointerCapture(pressed.pointerId);
    let far = false;
    grip.onpointermove = (e) => {
      far ||= Math.abs(e.clientY - pressed.clientY) > SLOP;
      if (far) this.put(share(e.clientY));
    };
    grip.onpointerup = (e) => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
      const at = share(e.clientY);
      if (far) this.put([LOW, USUAL, HIGH].reduce((best, stop) => (Math.abs(stop - at) < Math.abs(best - at) ? stop : best)));
      else this.toggle();
    };
    grip.onpointercancel = grip.onpointerup;
  }

  /** A grip that is pressed by a key. @param {MouseEvent} e */
  press(e) {
    if (!e.detail) this.toggle();
  }
}

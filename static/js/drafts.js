/**
 * Drafts in work: one is under way, only the newest waits, and no more than fifteen a second leave. A draft
 * that was overtaken is answered with null.
 */

const SPACING_MS = 1000 / 15;

/** @template D, P */
export class Drafts {
  /**
   * @param {(draft: D, ref: string) => boolean} send false when it could not be sent
   * @param {() => string} ref @param {() => number} [now]
   */
  constructor(send, ref, now = () => performance.now()) {
    this.send = send;
    this.newRef = ref;
    this.now = now;
    this.last = -Infinity;
    this.ref = "";
    /** @type {((preview: P | null) => void) | null} */
    this.under = null;
    /** @type {{draft: D, done: (preview: P | null) => void} | null} */
    this.next = null;
    this.timer = 0;
  }

  /** @param {D} draft @returns {Promise<P | null>} */
  ask(draft) {
    return new Promise((done) => {
      this.next?.done(null);
      this.next = { draft, done };
      this.pump();
    });
  }

  pump() {
    if (!this.next || this.under || this.timer) return;
    const wait = this.last + SPACING_MS - this.now();
    if (wait > 0) {
      this.timer = /** @type {any} */ (
        setTimeout(() => {
          this.timer = 0;
          this.pump();
        }, wait)
      );
      return;
    }
    const { draft, done } = this.next;
    this.next = null;
    this.last = this.now();
    this.ref = this.newRef();
    this.under = done;
    if (!this.send(draft, this.ref)) this.drop();
  }

  /** An answer came; one to an older draft changes nothing. @param {string} ref @param {P | null} preview */
  answer(ref, preview) {
    if (ref !== this.ref || !this.under) return;
    const done = this.under;
    this.under = null;
    this.ref = "";
    done(preview);
    this.pump();
  }

  /** The line is lost: nothing under way will be answered. */
  drop() {
    const { under, next } = this;
    this.under = this.next = null;
    this.ref = "";
    under?.(null);
    next?.done(null);
  }
}

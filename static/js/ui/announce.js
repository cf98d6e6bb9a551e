/** Urgent things for ears: one status region, at most one message a second, the newest wins. */

const LEAST_MS = 1000;

/** @typedef {{id: string, side: string}} Asked */

/**
 * Whether a question calls the user: it is a new one, and it did not merely follow from his own answer, as the
 * next unit to move does.
 * @param {Asked | undefined} was @param {Asked | undefined} now @param {boolean} own whether the last answer was his
 */
export const calls = (was, now, own) => now !== undefined && now.id !== was?.id && (!own || now.side !== was?.side);

export class Announcer {
  /** @param {HTMLElement} region with role=status */
  constructor(region) {
    this.region = region;
    this.last = 0;
    this.timer = 0;
    this.said = "";
  }

  /** @param {string} text */
  say(text) {
    if (!text || text === this.said) return;
    clearTimeout(this.timer);
    const wait = Math.max(0, this.last + LEAST_MS - Date.now());
    this.timer = window.setTimeout(() => {
      this.last = Date.now();
      this.said = text;
      this.region.textContent = text;
    }, wait);
  }
}

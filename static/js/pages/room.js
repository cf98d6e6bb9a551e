/** A waiting room that looks again every few seconds, and goes to the table when the match begins. */

const EVERY = 3000;
const place = document.querySelector("[data-pulse]");
const url = place instanceof HTMLElement ? place.dataset["pulse"] : undefined;
let known = "";

/** Somebody who is choosing or typing is not to be disturbed. */
function busy() {
  const field = document.activeElement;
  return field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && !field.readOnly);
}

/** @param {string} address */
async function look(address) {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (answer.ok) {
      /** @type {{state: string, go: string}} */
      const { state, go } = await answer.json();
      if (go) return location.assign(go);
      if (known && state !== known && !busy()) return location.reload();
      known ||= state;
    }
  } catch {
    // The line is gone; the next look may find it again.
  }
  setTimeout(() => look(address), document.hidden ? EVERY * 5 : EVERY);
}

if (url) look(url);

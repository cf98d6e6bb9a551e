/**
 * A room before its match. The server says over a socket when something in it has changed; the page then looks
 * at the room's pulse, shows itself anew, and goes to the table once the match begins.
 */

const AGAIN_MS = [500, 1500, 4000, 10_000];
/** A word that was lost on the way is made up for after so long. */
const SILENT_MS = 45_000;

const place = document.querySelector("[data-pulse]");
const { pulse = "", socket = "", state: shown = "", tables = "" } = place instanceof HTMLElement ? place.dataset : {};
let tries = 0;
/** A form that was sent brings its own page; showing this one anew would cut it off. */
let leaving = false;

/** Somebody who is choosing or typing is not to be disturbed, nor is what they have typed. */
function busy() {
  const here = document.activeElement;
  if (here instanceof HTMLSelectElement || (here instanceof HTMLInputElement && !here.readOnly)) return true;
  return [...document.querySelectorAll("input")].some(({ type, value, defaultValue }) => type === "text" && value !== defaultValue);
}

/** Go on to the table, or show the room anew, where it is no longer as it was shown. */
async function look() {
  if (leaving) return;
  try {
    const answer = await fetch(pulse, { headers: { accept: "application/json" } });
    // The room is gone, or not for this reader any more.
    if (answer.status === 404 && !leaving) return location.assign(tables);
    if (!answer.ok) return;
    /** @type {{state: string, go: string}} */
    const { state, go } = await answer.json();
    if (leaving) return;
    if (go) return location.assign(go);
    if (state !== shown && !busy()) location.reload();
  } catch {
    // The line is gone; the socket comes back with it.
  }
}

function listen() {
  const line = new WebSocket(new URL(socket, location.href.replace(/^http/, "ws")));
  line.onopen = () => {
    tries = 0;
    void look();
  };
  line.onmessage = () => void look();
  line.onclose = () => setTimeout(listen, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
}

if (socket) {
  addEventListener("submit", () => {
    leaving = true;
  });
  listen();
  setInterval(() => void look(), SILENT_MS);
}

/** What keys mean at the table. By the key's place (`code`), so that any keyboard layout will do. */

/** @typedef {{code: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} Press */
/**
 * @typedef {{name: "move" | "engage" | "shoot" | "rest" | "confirm" | "cancel" | "undo" | "pass" | "fit" | "in" | "out" | "next" | "adjust" | "around" | "waypoint" | "back" | "help"}
 *   | {name: "turn", by: number} | {name: "arrow", x: number, y: number, fine: boolean}} Command
 */

/** @type {{[code: string]: Command}} */
const PLAIN = {
  KeyM: { name: "move" },
  KeyC: { name: "engage" },
  KeyS: { name: "shoot" },
  KeyR: { name: "rest" },
  KeyU: { name: "undo" },
  KeyP: { name: "pass" },
  KeyN: { name: "next" },
  KeyA: { name: "adjust" },
  KeyV: { name: "around" },
  KeyW: { name: "waypoint" },
  Space: { name: "waypoint" },
  Backspace: { name: "back" },
  Enter: { name: "confirm" },
  NumpadEnter: { name: "confirm" },
  Escape: { name: "cancel" },
  KeyQ: { name: "turn", by: 15_000 },
  KeyE: { name: "turn", by: -15_000 },
  Digit0: { name: "fit" },
  Equal: { name: "in" },
  NumpadAdd: { name: "in" },
  Minus: { name: "out" },
  NumpadSubtract: { name: "out" },
};
/** @type {{[code: string]: [number, number]}} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The command of a key press, or null when it is none of ours. @param {Press} press @returns {Command | null} */
export function command(press) {
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) return press.code === "KeyZ" ? { name: "undo" } : null;
  const arrow = ARROWS[press.code];
  if (arrow) return { name: "arrow", x: arrow[0], y: arrow[1], fine: press.shiftKey };
  if (press.code === "Slash" && press.shiftKey) return { name: "help" };
  return PLAIN[press.code] ?? null;
}

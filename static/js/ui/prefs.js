/** What this browser remembers for its user: theme, sound, volume, coordinates of the sheet. */

const KEY = "skald";
/** @type {{theme: string, sound: boolean, volume: number}} */
const defaults = { theme: "", sound: false, volume: 60 };

function stored() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...defaults };
  }
}

/** @type {{theme: string, sound: boolean, volume: number}} */
export const prefs = stored();

/** @param {Partial<typeof prefs>} change */
export function remember(change) {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing forgets the choice when the page is left.
  }
}

/** The theme that is shown: the user's choice, else what the system prefers. */
export function theme() {
  return prefs.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "vellum" : "hearth");
}

/** Show the theme on the page. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = theme();
}

/** Hearth to Vellum and back. */
export function switchTheme() {
  remember({ theme: theme() === "hearth" ? "vellum" : "hearth" });
  applyTheme();
}

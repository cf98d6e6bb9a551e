/**
 * What this browser remembers for its user: sound and volume here, the theme in a cookie, so that
 * the server can draw a page in it at once.
 */

const KEY = "skald";
/** @type {{sound: boolean, volume: number}} */
const defaults = { sound: false, volume: 60 };

function stored() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...defaults };
  }
}

/** @type {{sound: boolean, volume: number}} */
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

const YEAR = 365 * 24 * 3600;

/** The theme that is shown: the user's choice, else what the system prefers. */
export function theme() {
  const chosen = /(?:^|; )theme=(hearth|vellum)(?:;|$)/.exec(document.cookie)?.[1];
  return chosen ?? (matchMedia("(prefers-color-scheme: light)").matches ? "vellum" : "hearth");
}

/** Show the theme on the page. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = theme();
}

/** Hearth to Vellum and back. */
export function switchTheme() {
  const next = theme() === "hearth" ? "vellum" : "hearth";
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${next}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  applyTheme();
}

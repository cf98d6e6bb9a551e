/** Loaded by every page: shows the chosen theme and lets `[data-switch-theme]` buttons change it. */
import { applyTheme, switchTheme } from "#js/ui/prefs.js";

applyTheme();
document.addEventListener("click", (e) => {
  if (/** @type {Element} */ (e.target).closest("[data-switch-theme]")) switchTheme();
});

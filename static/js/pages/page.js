/** What makes every page a little handier; each works without it. */
import { switchTheme, theme } from "#js/ui/prefs.js";

/** Switch the theme where we are; the server only has to remember it. @param {SubmitEvent} e */
function onTheme(e) {
  const form = /** @type {HTMLFormElement} */ (e.target);
  if (!form.matches("[data-theme-form]")) return;
  e.preventDefault();
  switchTheme();
  const body = new FormData(form);
  body.set("theme", theme());
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => {
    // The cookie is set; a user who is offline keeps the choice in this browser at least.
  });
}

/** Copy what a button points to, and say so on the button. @param {MouseEvent} e */
async function onCopy(e) {
  const button = /** @type {Element} */ (e.target).closest("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const source = document.getElementById(button.dataset["copy"] ?? "");
  if (!(source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)) return;
  source.select();
  try {
    await navigator.clipboard.writeText(source.value);
    button.classList.add("copied");
    const label = button.querySelector("[data-copied]");
    if (label instanceof HTMLElement) label.textContent = label.dataset["copied"] ?? "";
  } catch {
    // No right to the clipboard: the text is selected, the user copies it himself.
  }
}

/** Under this name what was typed waits for the page in its other language. */
const TYPED = "skald-typed";

const typed = () =>
  /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(
      "main :is(input:not([type=hidden], [type=password], [type=file]), select, textarea)[name]",
    )
  );

/** Another language loads the page anew: keep what was typed and is not sent. @param {SubmitEvent} e */
function onLanguage(e) {
  if (e.submitter?.getAttribute("name") !== "language") return;
  const fields = [...typed()].map(({ name, value, checked }) => ({ name, value, checked }));
  sessionStorage.setItem(TYPED, JSON.stringify({ path: location.pathname, fields }));
}

/** What was typed before the language changed; a page with other fields is left as it is. */
function restore() {
  const left = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
  sessionStorage.removeItem(TYPED);
  const fields = [...typed()];
  if (left?.path !== location.pathname || left.fields.length !== fields.length) return;
  if (fields.some((field, n) => field.name !== left.fields[n].name)) return;
  fields.forEach((field, n) => {
    const { value, checked } = left.fields[n];
    if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
    else field.value = value;
  });
}

restore();
document.addEventListener("submit", onLanguage);
document.addEventListener("submit", onTheme);
document.addEventListener("click", onCopy);
for (const field of document.querySelectorAll("[data-submit]")) {
  field.addEventListener("change", () => /** @type {HTMLInputElement} */ (field).form?.requestSubmit());
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => print());
}

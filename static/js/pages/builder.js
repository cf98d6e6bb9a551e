/**
 * The builder while one types: the server judges the form as it stands, nothing is saved. What its
 * answer says anew (the verdict, and every piece marked `data-live`) takes the place of what stands
 * on the page under the same id. Buttons send the whole form; what was unfolded stays so when the
 * page comes back.
 */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("builder"));
const DELAY = 250;
/** Where the state of the page is kept while a button is answered. */
const LEFT = "builder";
let timer = 0;
let asked = 0;
/** The field of a place that was in hand last. @type {EventTarget | null} */
let placing = null;

/** Mark the units the verdict speaks of, each with its sentence. */
function mark() {
  for (const unit of document.querySelectorAll("[id^='unit-']")) {
    unit.classList.remove("bad");
    unit.querySelector("[data-flaws]")?.replaceChildren();
  }
  for (const link of document.querySelectorAll("#verdict [data-unit]")) {
    const unit = document.getElementById(`unit-${/** @type {HTMLElement} */ (link).dataset["unit"]}`);
    const line = link.closest("li")?.cloneNode(true);
    if (!unit || !(line instanceof Element)) continue;
    line.querySelector("a")?.replaceWith(link.textContent ?? "");
    line.querySelectorAll(".ruleref").forEach((rule) => rule.remove());
    unit.classList.add("bad");
    unit.querySelector("[data-flaws]")?.append(line);
  }
}

/** Show what is new of an element; one that did not change keeps its place in a scroll. @param {Element} fresh */
function renew(fresh) {
  const old = document.getElementById(fresh.id);
  if (!old || fresh.innerHTML === old.innerHTML) return;
  old.className = fresh.className;
  old.replaceChildren(...fresh.childNodes);
}

/** @param {HTMLFormElement} sheet */
async function judge(sheet) {
  const mine = ++asked;
  try {
    const answer = await fetch(sheet.dataset["validate"] ?? "", { method: "POST", body: new FormData(sheet) });
    if (!answer.ok || mine !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const fresh of page.querySelectorAll("#verdict, [data-live]")) renew(fresh);
    mark();
  } catch {
    // Without a line the verdict waits for the next save.
  }
}

/**
 * What needs another choice shows only beside it, and is sent only then.
 * @param {ParentNode} unit
 */
function fit(unit) {
  const chosen = new Set();
  for (const field of unit.querySelectorAll("input[type=checkbox]:checked:enabled, select:enabled")) {
    chosen.add(/** @type {HTMLInputElement | HTMLSelectElement} */ (field).value);
  }
  for (const part of unit.querySelectorAll("[data-needs]")) {
    const needs = /** @type {HTMLElement} */ (part).dataset["needs"] ?? "";
    const shown = needs.split(" ").some((need) => chosen.has(need));
    part.toggleAttribute("hidden", !shown);
    for (const field of part.querySelectorAll("input, select")) field.toggleAttribute("disabled", !shown);
  }
}

/**
 * A press on a model of a drawing puts there whoever's place was asked for last, the first one if
 * none was. The fields do the same for the keyboard.
 * @param {MouseEvent} e
 */
function place(e) {
  const cell = /** @type {Element} */ (e.target).closest("[data-place]");
  const unit = cell?.closest("[id^='unit-']");
  const fields = /** @type {HTMLInputElement[]} */ ([...(unit?.querySelectorAll("[data-places]:enabled") ?? [])]);
  const field = fields.find((one) => one === placing) ?? fields[0];
  if (!(cell instanceof SVGElement) || !field) return;
  placing = field;
  field.value = cell.dataset["place"] ?? "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The unit that the address leads to. */
function wanted() {
  const unit = location.hash.startsWith("#unit-") ? document.getElementById(location.hash.slice(1)) : null;
  return unit instanceof HTMLDetailsElement ? unit : null;
}

/** Open the unit that the address or a link leads to. */
function open() {
  const unit = wanted();
  if (!unit) return;
  unit.open = true;
  unit.scrollIntoView({ block: "start" });
}

const units = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details[id^='unit-']")]);

/** Remember how the page stands while the server answers a button. */
function leave() {
  const known = units();
  const page = {
    path: location.pathname, y: scrollY,
    all: known.map((unit) => unit.id), open: known.filter((unit) => unit.open).map((unit) => unit.id),
  };
  sessionStorage.setItem(LEFT, JSON.stringify(page));
}

/** The page as it stood before the button; a unit that is new is unfolded, one that moved is in hand. */
function back() {
  const left = JSON.parse(sessionStorage.getItem(LEFT) ?? "null");
  sessionStorage.removeItem(LEFT);
  if (left?.path !== location.pathname) return open();
  for (const unit of units()) if (left.open.includes(unit.id)) unit.open = true;
  const unit = wanted();
  if (unit && !left.all.includes(unit.id)) return open();
  scrollTo({ top: left.y, behavior: "instant" });
  if (!unit) return;
  unit.querySelector("summary")?.focus({ preventScroll: true });
  unit.scrollIntoView({ block: "nearest" });
}

/** Press a button of the builder, if it may be pressed. @param {string} value */
function press(value) {
  const button = form?.querySelector(`button[name=op][value="${value}"]:enabled:not(.vh)`);
  if (button instanceof HTMLButtonElement) form?.requestSubmit(button);
  return Boolean(button);
}

/** Keys of the builder: save, undo outside of a text, move the unit in hand. @param {KeyboardEvent} e */
function key(e) {
  const at = e.target instanceof Element ? e.target : null;
  const chord = (e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey;
  const unit = at?.closest("details[id^='unit-']")?.id.slice("unit-".length);
  const way = e.altKey && !chord && { ArrowUp: "up", ArrowDown: "down" }[e.key];
  const typing = at?.matches("input:not([type=checkbox], [type=radio]), textarea");
  if (chord && e.code === "KeyS") press("save");
  else if (chord && e.code === "KeyZ" && !typing) press("undo");
  else if (way && unit) press(`${way}:${unit}`);
  else return;
  e.preventDefault();
}

form?.addEventListener("submit", leave);
if (form) document.addEventListener("keydown", key);
form?.addEventListener("input", (e) => {
  form.querySelector("button[value=undo]")?.removeAttribute("disabled");
  const unit = /** @type {Element} */ (e.target).closest("[id^='unit-']");
  if (unit) fit(unit);
  clearTimeout(timer);
  timer = window.setTimeout(() => judge(form), DELAY);
});
form?.addEventListener("click", place);
form?.addEventListener("focusin", (e) => {
  if (/** @type {Element} */ (e.target).matches("[data-places]")) placing = e.target;
});
window.addEventListener("hashchange", open);
for (const unit of document.querySelectorAll("[id^='unit-']")) fit(unit);
// When all is loaded: until then the browser goes to the address's own place, and takes the focus.
window.addEventListener("load", () => setTimeout(back));

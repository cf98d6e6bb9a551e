/**
 * The builder while one types: the server judges the form as it stands, nothing is saved. What its
 * answer says anew (the verdict, and every piece marked `data-live`) takes the place of what stands
 * on the page under the same id.
 */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("builder"));
const DELAY = 250;
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

/** Open the unit that the address or a link leads to. */
function open() {
  const unit = location.hash.startsWith("#unit-") ? document.getElementById(location.hash.slice(1)) : null;
  if (!(unit instanceof HTMLDetailsElement)) return;
  unit.open = true;
  unit.scrollIntoView({ block: "start" });
}

form?.addEventListener("input", (e) => {
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
open();

/** The builder's verdict while one types: the server judges the form as it stands, nothing is saved. */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("builder"));
const DELAY = 250;
let timer = 0;
let asked = 0;

/** Mark the units the verdict speaks of, each with its sentence. */
function mark() {
  for (const unit of document.querySelectorAll("fieldset.unit")) {
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

/** @param {HTMLFormElement} sheet */
async function judge(sheet) {
  const mine = ++asked;
  try {
    const answer = await fetch(sheet.dataset["validate"] ?? "", { method: "POST", body: new FormData(sheet) });
    if (!answer.ok || mine !== asked) return;
    const text = await answer.text();
    const verdict = new DOMParser().parseFromString(text, "text/html").getElementById("verdict");
    const old = document.getElementById("verdict");
    if (!verdict || !old || verdict.innerHTML === old.innerHTML) return;
    old.className = verdict.className;
    old.replaceChildren(...verdict.childNodes);
    mark();
  } catch {
    // Without a line the verdict waits for the next save.
  }
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => judge(form), DELAY);
});

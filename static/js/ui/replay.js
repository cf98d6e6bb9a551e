/** The replay bar: one segment for each player turn, dots where models fell, a white head. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { highlights, turns } from "#js/playback.js";
import { button, icon, iconButton, look } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/playback.js").Playback} Playback */

/** Player turns with their lengths, of the film or of the lines of the log that are here. @param {readonly import("#js/playback.js").Turnful[]} steps */
function segments(steps) {
  const marks = turns(steps);
  const from = marks[0]?.index ?? steps.length;
  const all = from > 1 ? [{ index: 0, side: "", turn: 0 }, ...marks] : marks;
  return all.map((mark, i) => ({ ...mark, width: (all[i + 1]?.index ?? steps.length + 1) - mark.index }));
}

/** @param {Match} match @param {Playback} playback @param {(text: string) => void} say */
export function replayBar(match, playback, say) {
  const { words } = match;
  const t = words.t.bind(words);
  const replaying = match.replaying.value;
  const length = playback.loaded.value ? playback.length : 0;
  const index = replaying ? playback.index.value : length;
  const copy = () => {
    const url = new URL(location.href);
    url.searchParams.set("at", String(match.seq.value));
    void navigator.clipboard?.writeText(url.href).then(() => say(t("ui.replay.copied")));
  };
  return html`${iconButton(t("ui.replay.back"), "skip-back", () => playback.move(-1))}
    ${playback.playing.value ? iconButton(t("ui.replay.pause"), "pause", () => playback.pause()) : playButton(t("ui.replay.play"), replaying, () => playback.toggle())}
    ${iconButton(t("ui.replay.forward"), "skip-forward", () => playback.move(1))}
    ${scrub(match, playback, index, length)}
    ${
      replaying
        ? html`<select class="field opt" aria-label=${t("ui.replay.jump")} @change=${(/** @type {Event} */ e) => jumpTo(e, playback)}>
        <option value="">${t("ui.replay.jump")}</option>${["turn", "phase", "roll"].map((what) => html`<option value=${what}>${t(`ui.replay.next_${what}`)}</option>`)}</select>
      ${iconButton(t("ui.replay.audit"), "shield-check", () => playback.auditDice())}
      ${iconButton(t("ui.replay.link"), "link", copy)}`
        : nothing
    }
    ${fingerprint(match)}${place(match, playback, index, length)}`;
}

/** What the match came to, in a few letters: the same at the table and in its replay. @param {Match} match */
function fingerprint(match) {
  const { digest, words } = match;
  if (!digest.value) return nothing;
  return html`<span class="moment digest" title=${words.t("ui.replay.digest_about")}>${icon("shield-check")}<span class="vh">${words.t("ui.replay.digest")}: </span><code>${digest.value}</code></span>`;
}

/** Where this is: at the table, or at a step of the film. After the end nothing is live. @param {Match} match @param {Playback} playback @param {number} index @param {number} length */
function place(match, playback, index, length) {
  const replaying = match.replaying.value;
  if (!match.connection) return html`<span class="moment">${index} / ${length}</span>`;
  if (!replaying && match.view.value.result) return nothing;
  if (playback.isWhole)
    return html`<button type="button" class="chip" @click=${() => playback.live()}>${match.words.t("ui.replay.end")}</button>`;
  return html`<button type="button" class="chip live" aria-current=${replaying ? nothing : "true"}
    @click=${() => replaying && playback.live()}>● ${match.words.t("ui.replay.live")}</button>`;
}

/** In a replay the one thing to do; in play a small offer. @param {string} text @param {boolean} replaying @param {() => void} click */
const playButton = (text, replaying, click) =>
  replaying ? button(text, click, { icon: "play", css: "pri" }) : iconButton(text, "play", click);

/** @param {Event} e @param {Playback} playback */
function jumpTo(e, playback) {
  const select = /** @type {HTMLSelectElement} */ (e.target);
  if (select.value) playback.jump(/** @type {"turn" | "phase" | "roll"} */ (select.value), 1);
  select.value = "";
}

/** @param {Match} match @param {Playback} playback @param {number} index @param {number} length */
function scrub(match, playback, index, length) {
  const { words } = match;
  const steps = match.replaying.value ? playback.steps : match.entries.value;
  const percent = (/** @type {number} */ at) => (length ? (at / length) * 100 : 100);
  const pick = async (/** @type {PointerEvent} */ e) => {
    const bar = /** @type {HTMLElement} */ (e.currentTarget);
    if (e.type === "pointerdown") bar.setPointerCapture(e.pointerId);
    else if (!bar.hasPointerCapture(e.pointerId)) return;
    const box = bar.getBoundingClientRect();
    const share = (e.clientX - box.left) / box.width;
    playback.pause();
    if (!match.replaying.value) await playback.open(match.seq.value);
    playback.show(Math.round(share * playback.length));
  };
  const keys = (/** @type {KeyboardEvent} */ e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    void playback.move(by);
  };
  const label = words.t("ui.replay.at", { n: index, of: length });
  return html`<div class="scrub" role="slider" tabindex="0" aria-label=${words.t("ui.replay")} aria-valuemin="0" aria-valuemax=${length} aria-valuenow=${index} aria-valuetext=${label}
      @pointerdown=${pick} @pointermove=${pick} @keydown=${keys}><div class="scrub-in">
    ${segments(steps).map((segment) => html`<span class="seg ${segment.side ? look(segment.side) : ""}" .style=${`flex-grow:${Math.max(0.2, segment.width)}`}><em>${segment.turn || ""}</em></span>`)}
    ${highlights(steps).map((at) => html`<i class="dot" .style=${`left:${(at / (steps.length || 1)) * 100}%`}></i>`)}
    <span class="head" .style=${`left:${percent(index)}%`}></span></div></div>`;
}

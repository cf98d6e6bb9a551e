/** One native dialog for the menu and what it opens: nothing lies over the table unasked. */
import { html, nothing, render } from "#vendor/lit-html/lit-html.js";
import { button, icon } from "#js/ui/parts.js";
import { prefs, remember, switchTheme } from "#js/ui/prefs.js";
import { scorePage } from "#js/ui/score.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").Change} Change */

const KEYS = ["m", "c", "s", "r", "arrows", "turn", "w", "backspace", "enter", "escape", "u", "p", "n", "a", "zoom", "around", "measure", "point"];

export class Dialogs {
  /** @param {HTMLDialogElement} el @param {Match} match @param {import("#js/ui/adjusting.js").Adjusting} adjusting @param {{replay: string, export: string, home: string}} links */
  constructor(el, match, adjusting, links) {
    this.adjusting = adjusting;
    this.el = el;
    this.match = match;
    this.words = match.words;
    this.links = links;
    el.addEventListener("click", (e) => {
      if (e.target === el) el.close();
    });
  }

  /** @param {unknown} content */
  open(content) {
    render(content, this.el);
    if (!this.el.open) this.el.showModal();
  }

  close() {
    this.el.close();
  }

  /** @param {string} title @param {unknown} content @param {unknown} [acts] */
  page(title, content, acts = nothing) {
    this.open(
      html`<h2>${title}</h2>${content}<div class="dialog-acts">${acts}${button(this.words.t("ui.close"), () => this.close(), { css: "gh" })}</div>`,
    );
  }

  menu() {
    const { words, match } = this;
    const t = words.t.bind(words);
    const plays = match.you.value.sides.length > 0 && !match.view.value.result && !match.replaying.value;
    this.page(
      t("ui.menu"),
      html`<div class="menu">
      ${
        plays
          ? html`
        ${button(t("ui.menu.draw"), () => this.propose({ type: "draw" }), { icon: "handshake" })}
        ${button(
          t("ui.menu.take_back"),
          () => {
            this.close();
            void match.takeBack();
          },
          { icon: "undo-2" },
        )}
        ${button(t("ui.menu.adjust"), () => this.adjust(), { icon: "hand" })}
        ${this.standing()}
        ${this.opponents().length ? button(t("ui.menu.claim"), () => this.claim(), { icon: "hourglass" }) : nothing}
        ${button(t("ui.menu.concede"), () => this.concede(), { icon: "flag", css: "danger" })}<hr>`
          : nothing
      }
      <a class="btn" href=${this.links.home}>${icon("home")}<span>${t("ui.home")}</span></a>
      <a class="btn" href=${this.links.replay}>${icon("history")}<span>${t("ui.menu.replay")}</span></a>
      <a class="btn" href=${this.links.export} download>${icon("download")}<span>${t("ui.menu.export")}</span></a>
      ${button(t("ui.menu.keys"), () => this.keys(), { icon: "keyboard" })}
      ${button(t("ui.menu.theme"), () => switchTheme(), { icon: "contrast" })}
      ${button(t("ui.menu.language"), () => this.language(), { icon: "languages" })}
      <label><input type="checkbox" .checked=${prefs.sound} @change=${(/** @type {Event} */ e) => remember({ sound: /** @type {HTMLInputElement} */ (e.target).checked })}> ${t("ui.menu.sound")}</label>
      <label>${t("ui.menu.volume")} <input type="range" min="5" max="100" .value=${String(prefs.volume)} @change=${(/** @type {Event} */ e) => remember({ volume: Number(/** @type {HTMLInputElement} */ (e.target).value) })}></label>
      <hr>${this.dice()}</div>`,
    );
  }

  /** @param {unknown} sheet */
  score(sheet) {
    const title = this.match.view.value.result ? "ui.score.sheet" : "ui.score.title";
    this.page(this.words.t(title), scorePage(this.match, sheet));
  }

  /** Windows that are passed unasked, each to be asked again. */
  standing() {
    const { words, match } = this;
    const { fixed, standing } = match.view.value;
    const named = (/** @type {string} */ window) => {
      const key = `${fixed.game}.window.${window}`;
      return words.has(key) ? words.line({ key }) : window;
    };
    return Object.entries(standing ?? {}).flatMap(([side, windows]) =>
      windows.map((window) =>
        button(
          words.t("ui.menu.stand_off", {
            window: named(window),
          }),
          () => {
            this.close();
            void match.appeal({ type: "stand", window, on: false }, side);
          },
          { icon: "bell" },
        ),
      ),
    );
  }

  /** What binds the server to its dice, and what the match came to. */
  dice() {
    const { dice, digest } = this.match;
    if (!dice.value) return nothing;
    return html`<small class="hint">${this.words.t("ui.menu.commitment")} <code>${dice.value.commitment.slice(0, 24)}…</code></small>
      ${digest.value ? html`<small class="hint">${this.words.t("ui.replay.digest")} <code>${digest.value}</code></small>` : nothing}`;
  }

  /** @param {import("#js/types.js").Proposal} proposal */
  propose(proposal) {
    this.close();
    void this.match.appeal({ type: "propose", proposal });
  }

  /** @param {string} question @param {string} yes @param {() => void} act */
  confirm(question, yes, act) {
    this.page(
      question,
      nothing,
      button(
        yes,
        () => {
          this.close();
          act();
        },
        { css: "danger" },
      ),
    );
  }

  /** Give up; who plays several sides says which of them does. */
  concede() {
    const { words, match } = this;
    const { sides } = match.you.value;
    if (sides.length > 1) {
      this.sidePage(words.t("ui.menu.concede_which"), nothing, sides, (side) => match.appeal({ type: "concede" }, side));
      return;
    }
    this.confirm(words.t("ui.menu.concede_sure"), words.t("ui.menu.concede"), () => {
      void match.appeal({ type: "concede" });
    });
  }

  /** Sides that others hold; none on a practice table. */
  opponents() {
    const { view, you } = this.match;
    return Object.keys(view.value.fixed.sides).filter((side) => !you.value.sides.includes(side));
  }

  claim() {
    const { words, match } = this;
    const about = html`<p>${words.t("ui.menu.claim_about")}</p>`;
    this.sidePage(words.t("ui.menu.claim"), about, this.opponents(), (side) =>
      match.appeal({ type: "claim", against: side }),
    );
  }

  /** One button for each side. @param {string} title @param {unknown} content @param {readonly string[]} sides @param {(side: string) => unknown} act */
  sidePage(title, content, sides, act) {
    this.page(
      title,
      content,
      sides.map((side) =>
        button(
          this.words.name(side),
          () => {
            this.close();
            act(side);
          },
          { css: "danger" },
        ),
      ),
    );
  }

  language() {
    const form = /** @type {HTMLFormElement} */ (document.querySelector("#language"));
    const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=language]"));
    field.value = this.words.language === "ru" ? "en" : "ru";
    form.submit();
  }

  keys() {
    const { words } = this;
    // A game may say in its own words what a key does there.
    const { game } = this.match.view.value.fixed;
    const text = (/** @type {string} */ key) => words.t(words.has(`ui.keys.${game}.${key}`) ? `ui.keys.${game}.${key}` : `ui.keys.${key}`);
    this.page(
      words.t("ui.menu.keys"),
      html`<dl class="keys">${KEYS.map((key) => html`<dt><kbd>${words.t(`ui.keys.${key}.key`)}</kbd></dt><dd>${text(key)}</dd>`)}</dl>`,
    );
  }

  /** Models put elsewhere, or back, by hand. */
  placing() {
    const { words, adjusting } = this;
    const start = (/** @type {"place_model" | "return_model"} */ type, /** @type {string} */ model) => {
      this.close();
      adjusting.start(type, model);
    };
    const fallen = Object.entries(adjusting.fallen());
    const back = (/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      start("return_model", String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("model")));
    };
    return html`${button(words.t("ui.adjust.place"), () => start("place_model", ""), { icon: "move" })}
      ${
        fallen.length
          ? html`<form class="formgrid" @submit=${back}><label>${words.t("ui.adjust.unit")}<select class="field" name="model">
        ${fallen.map(([unit, models]) => html`<option value=${models[0] ?? ""}>${words.name(unit)}</option>`)}</select></label>
        <button class="btn">${words.t("ui.adjust.return")}</button></form>`
          : nothing
      }`;
  }

  /** A change of the table by agreement: what no rule made, plain in the log. */
  adjust() {
    const { words, match } = this;
    const { fixed, units = {}, prompts = {} } = match.view.value;
    const offer = (/** @type {Change} */ change) => this.propose({ type: "adjust", change });
    const submit = (/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (e.target));
      offer({
        type: "set_counter",
        unit: String(data.get("unit")),
        counter: String(data.get("counter")),
        value: Number(data.get("value")),
      });
    };
    const counter = `${fixed.game}.counter.`;
    const counters = words.keys(counter);
    const standing = Object.keys(fixed.units).filter((id) => units[id]?.models);
    const removeLast = (/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const unit = String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("unit"));
      const model = Object.keys(match.view.value.models ?? {})
        .filter((id) => fixed.models[id]?.unit === unit)
        .at(-1);
      if (model) offer({ type: "remove_model", model });
    };
    const unitField = html`<label>${words.t("ui.adjust.unit")}<select class="field" name="unit">${standing.map((id) => html`<option value=${id}>${words.name(id)}</option>`)}</select></label>`;
    this.page(
      words.t("ui.menu.adjust"),
      html`<p>${words.t("ui.adjust.about")}</p>
      <form class="formgrid" @submit=${submit}>${unitField}
        <label>${words.t("ui.adjust.counter")}<select class="field" name="counter">${counters.map((key) => html`<option value=${key.slice(counter.length)}>${words.line({ key })}</option>`)}</select></label>
        <label>${words.t("ui.adjust.value")}<input class="field" type="number" name="value" min="0" max="99" value="0"></label>
        <button class="btn">${words.t("ui.adjust.set")}</button></form><hr>
      <form class="formgrid" @submit=${removeLast}>${unitField}<button class="btn">${words.t("ui.adjust.remove")}</button></form><hr>
      ${this.placing()}<hr>
      ${Object.entries(prompts).map(([id, prompt]) => button(words.t("ui.adjust.drop", { text: words.line(prompt.line) }), () => offer({ type: "drop_prompt", prompt: id }), { css: "danger" }))}`,
    );
  }
}

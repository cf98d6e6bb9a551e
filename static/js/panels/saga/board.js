/** The battle board: dice pool, ability cards with slots; dice are dragged, tapped or keyed onto boxes. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { effect } from "#vendor/signals-core/signals-core.js";
import { shows, slotted } from "#js/panels/saga/slots.js";
import { button, look, rune } from "#js/ui/parts.js";

/** @typedef {import("#js/panels/saga/play.js").SagaPlay} SagaPlay */
/** @typedef {import("#js/types.js").BoxCard} BoxCard */
/** @typedef {import("#js/types.js").DieShown} DieShown */
/** @typedef {import("#js/types.js").SideShown} SideShown */
/** @typedef {import("#js/types.js").UseOption} UseOption */

/** The rule by which a box refuses a symbol. */
const SYMBOL_RULE = "SAGA-ORD-05";

/** The slowest double click, and the rest between clicks of which none takes a die back. */
const DOUBLE_MS = 1500;

/** Stands beside the timing of a box that is a house reading; what it means stands under the boxes. */
const MARK = "※";

/** @param {BoxCard} box */
const isDoubtful = (box) => Boolean(box.confidence) && box.confidence !== "sure";

export class SagaBoard {
  /** @param {SagaPlay} play */
  constructor(play) {
    this.play = play;
    this.words = play.match.words;
    /** The side whose board is looked at; empty: one's own. */
    this.shown = "";
    /** @type {null | {die: string, node: HTMLElement, moved: boolean, x: number, y: number}} */
    this.flight = null;
    /** The die that was placed last, and when. */
    this.laid = { die: "", at: 0 };
    this.follow();
  }

  /** A new question that offers abilities turns to one's own board and brings the first of them into sight. */
  follow() {
    let prompt = "";
    effect(() => {
      const id = this.play.match.prompt.value?.id ?? "";
      const fresh = id !== prompt;
      prompt = id;
      const first = this.offered()[0];
      if (!fresh || !first) return;
      this.shown = "";
      requestAnimationFrame(() => this.bring(first));
    });
  }

  /** Abilities that the open question offers. @returns {readonly string[]} */
  offered() {
    const question = this.play.question.value;
    return question && "uses" in question ? (question.uses ?? []).map((use) => use.ability) : [];
  }

  /** Scroll a card into sight within its list, never the page. @param {string} id */
  bring(id) {
    for (const card of document.querySelectorAll(`[data-box="${CSS.escape(id)}"]`)) {
      // On a phone on its side the whole tab scrolls, elsewhere the boxes in it.
      const list = [".abil", ".tabp"].map((path) => card.closest(path)).find((part) => part && part.scrollHeight > part.clientHeight);
      if (!list) continue;
      const [box, seen] = [card.getBoundingClientRect(), list.getBoundingClientRect()];
      const by = box.top < seen.top ? box.top - seen.top : Math.max(0, box.bottom - seen.bottom);
      const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
      if (by) list.scrollBy({ top: by, behavior });
    }
  }

  /** @param {string} symbol @param {string} side */
  symbolName(symbol, side) {
    const faction = this.play.match.view.value.fixed.boards?.[side]?.faction ?? "";
    const own = `saga.symbol.${faction}.${symbol}`;
    return this.words.line({ key: this.words.has(own) ? own : `saga.symbol.${symbol}` });
  }

  /** @param {string} box @param {"name" | "text"} part */
  text(box, part) {
    return this.words.line({ key: `saga.ability.${box}.${part}` });
  }

  /** @param {() => void} redraw */
  panel(redraw) {
    const { fixed, force = {} } = this.play.match.view.value;
    const sides = Object.keys(fixed.boards ?? {});
    const own = this.play.side.value || (sides[0] ?? "");
    const side = sides.includes(this.shown) ? this.shown : own;
    const board = fixed.boards?.[side];
    if (!board) return nothing;
    const state = force[side] ?? {};
    const placing = this.play.question.value?.type === "place_orders" && side === this.play.side.value;
    const pool = Object.entries(state.dice ?? {}).filter(([, die]) => !die.box);
    const cards = (/** @type {boolean} */ left) =>
      board.boxes.filter((box) => Boolean(box.left) === left).map((box) => this.card(box, side, state, placing));
    return html`${
      sides.length > 1
        ? html`<div class="whose" role="group" aria-label=${this.words.t("ui.board.whose")}>${sides.map((id) =>
            button(
              this.words.name(id),
              () => {
                this.shown = id;
                redraw();
              },
              { pressed: id === side, css: look(id) },
            ),
          )}</div>`
        : nothing
    }
      <header class="ph"><h2>${this.words.t("ui.board.title")}</h2><span class="pool" role="group" aria-label=${this.words.t("ui.board.pool")}>${pool.map(([id, die]) => this.die(id, die, side, placing))}</span></header>
      <ul class="abil" aria-label=${this.words.line({ key: `saga.faction.${board.faction}.name` })}>${cards(true)}${cards(false)}
        ${board.boxes.some(isDoubtful) ? html`<li class="legend">${MARK} ${this.words.t("ui.board.legend")}</li>` : nothing}</ul>`;
  }

  /** @param {string} id @param {DieShown} die @param {string} side @param {boolean} live */
  die(id, die, side, live) {
    const css = die.symbol.toLowerCase();
    const name = this.symbolName(die.symbol, side);
    if (!live)
      return html`<span class="die ${css}" role="img" aria-label=${name} title=${name}>${rune(die.symbol)}</span>`;
    const held = this.play.heldDie.value === id;
    const click = (/** @type {MouseEvent} */ e) => {
      if (!die.box) this.play.hold(id);
      else if (!e.detail || !this.isWet(id)) void this.play.takeDie(id);
      else this.laid.at = performance.now();
    };
    const label = die.box ? this.words.t("ui.board.take", { name }) : name;
    return html`<button type="button" class="die ${css} ${held ? "held" : ""}" data-die=${id} aria-pressed=${held} aria-label=${label} title=${label}
      @click=${click} @pointerdown=${(/** @type {PointerEvent} */ e) => this.lift(e, id)}>${rune(die.symbol)}</button>`;
  }

  /** @param {BoxCard} box @param {string} side @param {SideShown} state @param {boolean} placing */
  card(box, side, state, placing) {
    const dice = Object.entries(state.dice ?? {})
      .filter(([, die]) => die.box === box.id)
      .map(([id, die]) => ({ id, die }));
    const { filled, extra } = slotted(box.cost, dice);
    const used = (state.used ?? []).includes(box.id);
    const closed = used || (state.closed ?? []).includes(box.id);
    const ready = (state.ready ?? []).includes(box.id);
    const held = state.dice?.[this.play.heldDie.value];
    const takes =
      placing && held && !closed && box.cost.some((slot, i) => (box.pool || !filled[i]) && shows(slot, held.symbol));
    const option = side === this.play.side.value ? this.play.uses.list().find((use) => use.ability === box.id) : undefined;
    const offers = option && this.offered().includes(box.id);
    const css = [ready ? "full" : dice.length ? "part" : "", used ? "used" : "", takes ? "takes" : "", offers ? "offers" : ""].join(" ");
    const slots = placing && !closed;
    return html`<li class="${css} ${box.left ? "left" : ""}" data-box=${box.id} title=${box.left ? this.text(box.id, "text") : nothing}>
      <button type="button" class="ab" @click=${() => this.tap(box, option, Boolean(takes))}>
        <span class="an">${this.text(box.id, "name")}</span>${this.timing(box)}<span class="ad">${this.text(box.id, "text")}</span></button>
      <span class="slots">${filled.map((placed, i) => (placed ? this.die(placed.id, placed.die, side, slots && Boolean(placed.die.fresh)) : this.slot(box, box.cost[i] ?? "any", side, slots)))}
        ${extra.map((placed) => this.die(placed.id, placed.die, side, slots && Boolean(placed.die.fresh)))}
        ${box.pool && slots && filled.every(Boolean) ? this.slot(box, box.cost[0] ?? "any", side, true) : nothing}
        ${option && !used ? button(this.words.t("ui.board.use"), () => this.play.uses.begin(option), { css: "small word" }) : nothing}</span>
      ${used ? html`<span class="stamp">${this.words.t("ui.board.used")}</span>` : nothing}</li>`;
  }

  /** @param {BoxCard} box */
  timing(box) {
    const windows = box.windows.map((window) => this.words.line({ key: `saga.window.${window}` })).join(" / ");
    const first = box.windows[0] ?? "";
    const css = first.includes("reaction") ? "reaction" : first.replace("_end", "");
    const doubt = isDoubtful(box) ? this.words.line({ key: `saga.confidence.${box.confidence}` }) : "";
    return html`<span class="at t-${css}">${windows}</span>${doubt ? html`<span class="ac" role="img" aria-label=${doubt} title=${doubt}>${MARK}</span>` : nothing}`;
  }

  /** What a slot takes, in the words of the side's dice. @param {string} slot @param {string} side */
  slotName(slot, side) {
    return slot
      .split("|")
      .map((symbol) => (symbol === "any" ? this.words.line({ key: "saga.symbol.any" }) : this.symbolName(symbol, side)))
      .join(" / ");
  }

  /** An empty slot. @param {BoxCard} box @param {string} slot @param {string} side @param {boolean} live */
  slot(box, slot, side, live) {
    const symbols = slot.split("|");
    const name = this.slotName(slot, side);
    const face = slot === "any" ? html`<b>✶</b>` : symbols.length === 2 ? this.pair(symbols) : rune(slot);
    if (!live) return html`<span class="slot" role="img" aria-label=${name} title=${name}>${face}</span>`;
    return html`<button type="button" class="slot" aria-label=${this.words.t("ui.board.slot", { name, box: this.text(box.id, "name") })} title=${name}
      @click=${() => this.fill(box, slot, side)}>${face}</button>`;
  }

  /** @param {string[]} symbols */
  pair(symbols) {
    return html`<span class="two">${symbols.map(rune)}</span>`;
  }

  /** @param {BoxCard} box @param {UseOption | undefined} option @param {boolean} takes */
  tap(box, option, takes) {
    if (takes) void this.place(this.play.heldDie.value, box.id);
    else if (option) this.play.uses.begin(option);
  }

  /** A slot takes the held die, or the commonest of the pool that it shows. @param {BoxCard} box @param {string} slot @param {string} side */
  fill(box, slot, side) {
    const dice = this.play.match.view.value.force?.[side]?.dice ?? {};
    const held = this.play.heldDie.value;
    const fit = Object.entries(dice).filter(([, d]) => !d.box && shows(slot, d.symbol));
    fit.sort(([, a], [, b]) => "CUR".indexOf(a.symbol) - "CUR".indexOf(b.symbol));
    const die = held || (fit[0]?.[0] ?? "");
    if (die) void this.place(die, box.id);
  }

  /** Whether a die was placed so lately that a click on it is the second half of a double click on its box. @param {string} die */
  isWet(die) {
    return this.laid.die === die && performance.now() - this.laid.at < DOUBLE_MS;
  }

  /** Place a die; where its symbol is refused, say which ones the box takes. @param {string} die @param {string} id of the box */
  async place(die, id) {
    if (await this.play.place(die, id)) {
      this.laid = { die, at: performance.now() };
      return;
    }
    const { notice, view } = this.play.match;
    const side = this.play.side.value;
    const box = view.value.fixed.boards?.[side]?.boxes.find((one) => one.id === id);
    if (!box || !notice.value?.rules.includes(SYMBOL_RULE)) return;
    const symbols = box.cost.map((slot) => this.slotName(slot, side)).join(", ");
    notice.value = { ...notice.value, text: `${notice.value.text} ${this.words.t("ui.board.takes", { symbols })}` };
  }

  /** Dragging a die: it flies with the pointer and is placed on the card it is let go over. @param {PointerEvent} e @param {string} die */
  lift(e, die) {
    const from = /** @type {HTMLElement} */ (e.currentTarget);
    const [x, y] = [e.clientX, e.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ m) => {
      if (!ghost && Math.hypot(m.clientX - x, m.clientY - y) < 6) return;
      if (!ghost) {
        ghost = /** @type {HTMLElement} */ (from.cloneNode(true));
        ghost.classList.add("flying");
        document.body.append(ghost);
        this.play.heldDie.value = die;
      }
      ghost.style.left = `${m.clientX - 16}px`;
      ghost.style.top = `${m.clientY - 16}px`;
    };
    const up = (/** @type {PointerEvent} */ u) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!ghost) return;
      ghost.remove();
      // A drag that ends over its own die is no click on it.
      const swallow = (/** @type {Event} */ c) => c.stopImmediatePropagation();
      from.addEventListener("click", swallow, true);
      setTimeout(() => {
        from.removeEventListener("click", swallow, true);
        this.drop(die, document.elementFromPoint(u.clientX, u.clientY));
      }, 0);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** @param {string} die @param {Element | null} under */
  drop(die, under) {
    const box = under?.closest("[data-box]")?.getAttribute("data-box");
    const lies = this.play.match.view.value.force?.[this.play.side.value]?.dice?.[die]?.box ?? "";
    if (box && box !== lies) void this.place(die, box);
    else if (!box && lies) void this.play.takeDie(die);
    else this.play.heldDie.value = "";
  }
}

/** The table page: loads the words, connects, and renders each region when what it shows has changed. */
import { html, nothing, render } from "#vendor/lit-html/lit-html.js";
import { effect, signal } from "#vendor/signals-core/signals-core.js";
import { Board, SMALL } from "#js/board/board.js";
import { History } from "#js/history.js";
import { command } from "#js/keys.js";
import { Match } from "#js/match.js";
import { GAMES } from "#js/panels/games.js";
import { Playback } from "#js/playback.js";
import { Words } from "#js/strings.js";
import { Announcer, calls } from "#js/ui/announce.js";
import { Dialogs } from "#js/ui/dialogs.js";
import { tray } from "#js/ui/dice.js";
import { caption, logPanel } from "#js/ui/log.js";
import { offers } from "#js/ui/offers.js";
import { icon, iconButton, ruleLink } from "#js/ui/parts.js";
import { applyTheme, switchTheme } from "#js/ui/prefs.js";
import { replayBar } from "#js/ui/replay.js";
import { Sheet } from "#js/ui/sheet.js";
import { play as sound } from "#js/ui/sound.js";
import { fitPhases, topBar } from "#js/ui/top.js";
import { unitsPanel } from "#js/ui/units.js";

/** @typedef {import("#js/types.js").Page} Page */
/** @typedef {"board" | "log" | "chat" | "units"} Tab */

/** @param {string} id @returns {HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Messages that are typed and not keys. @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

class TablePage {
  /** @param {Page} page @param {Words} words @param {import("#js/types.js").GameModule} module of the game */
  constructor(page, words, module) {
    this.page = page;
    this.words = words;
    this.match = new Match(words);
    this.tab = signal(/** @type {Tab} */ ("log"));
    this.readChat = signal(0);
    this.now = signal(Date.now());
    this.redrawn = signal(0);
    this.wide = matchMedia("(min-width: 1241px)");
    this.narrow = matchMedia(SMALL);
    this.sheet = new Sheet();
    this.game = new module.Game(this.match, { focusBoard: () => part("vp").focus(), score: () => this.score(), replay: page.urls.replay });
    this.announcer = new Announcer(part("status"));
    this.playback = new Playback(this.match, page.urls);
    this.history = new History(this.match, page.urls, (url) => this.playback.fetch(url));
    this.dialogs = new Dialogs(/** @type {HTMLDialogElement} */ (part("dialog")), this.match, this.game.adjusting, {
      replay: page.urls.replay,
      export: page.urls.export,
      home: "/",
    });
  }

  /** A page without its socket shows the film alone. */
  get live() {
    return document.body.dataset["page"] === "table";
  }

  /** Until the first view has come. @returns {Promise<void>} */
  seen() {
    return new Promise((done) => {
      const stop = this.match.view.subscribe((view) => {
        if (!view.fixed) return;
        queueMicrotask(() => stop());
        done();
      });
    });
  }

  redraw() {
    this.redrawn.value++;
  }

  /** Everything that needs the first view. */
  start() {
    const { fixed } = this.match.view.value;
    this.words.meet({ ...fixed.sides, ...fixed.units });
    this.board = new Board(part("vp"), fixed, this.game.hand);
    this.game.attach(this.board);
    this.board.paint(fixed.scenario);
    this.tab.value = this.wide.matches ? "log" : "board";
    this.drawTable(this.board);
    this.drawPanels();
    this.listen();
    this.openAt();
    setInterval(() => {
      this.now.value = Date.now();
    }, 1000);
  }

  /** The fact that the page's address names, or 0. */
  get moment() {
    return Number(new URLSearchParams(location.search).get("at")) || 0;
  }

  /** Whether the page's address asks for the film, and nobody sits at the table who could be watched instead. */
  get playsItself() {
    const { here } = this.match;
    const asked = new URLSearchParams(location.search).has("play");
    return asked && !Object.values(here.value).some(({ state }) => state === "connected");
  }

  /** A phone opens zoomed on the active unit; a link may name a moment, or ask to be played. */
  openAt() {
    this.board?.view.fit();
    if (this.narrow.matches && this.game.next()) this.board?.show(this.game.selected);
    if (this.playsItself) void this.playback.toggle();
    else if (this.live && this.moment) void this.playback.open(this.moment);
  }

  /** @param {Board} board */
  drawTable(board) {
    const { game, match } = this;
    effect(() => {
      const change = match.change.value;
      if (change.type === "step") game.before(change.entry.told ?? []);
    });
    effect(() => board.setScene([...game.pieces]));
    effect(() => board.setUnits(game.tokens(), game.picks(), game.focus.value));
    effect(() => {
      const change = match.change.value;
      if (change.type === "step") game.after(change.entry.told ?? []);
      else board.animator.jump();
    });
    effect(() => board.setUnder(game.under()));
    effect(() => board.setOver(game.over()));
    effect(() => board.setThin(game.thin()));
    effect(() => {
      board.el.classList.toggle("stale", match.link.value !== "live" && !match.replaying.value);
      board.el.classList.toggle("aiming", game.pointing.value);
      document.body.classList.toggle("replaying", match.replaying.value);
      document.body.classList.toggle("watching", !match.you.value.sides.length);
    });
  }

  drawPanels() {
    const { game, match, words } = this;
    const on = (/** @type {string} */ id, /** @type {() => unknown} */ draw) =>
      effect(() => {
        this.redrawn.value;
        render(draw(), part(id));
      });
    on("top", () =>
      topBar(match, {
        title: this.page.title,
        subtitle: this.subtitle(),
        home: "/",
        now: this.now.value,
        theme: switchTheme,
        menu: () => this.dialogs.menu(),
        score: () => this.score(),
      }),
    );
    // After each drawing of the bar, and wherever it gets another breadth.
    effect(() => {
      match.view.value;
      fitPhases(part("top"));
    });
    new ResizeObserver(() => fitPhases(part("top"))).observe(part("top"));
    void document.fonts.ready.then(() => fitPhases(part("top")));
    on("left", () => html`${game.panel(() => this.redraw())}${this.tray()}`);
    on("side", () => this.side());
    on("ask", () => html`${offers(match)}${game.question(() => this.redraw())}`);
    on("dock", () => game.dock());
    on("replay", () => replayBar(match, this.playback, (text) => this.copied(text)));
    on("note", () => this.note());
    on(
      "zoom",
      () => html`<span class="wide">${iconButton(words.t("ui.zoom.in"), "zoom-in", () => this.board?.view.zoom(1.3))}</span>
      <span class="wide">${iconButton(words.t("ui.zoom.out"), "zoom-out", () => this.board?.view.zoom(0.77))}</span>
      ${iconButton(words.t("ui.zoom.fit"), "maximize", () => this.board?.view.fit())}
      ${iconButton(words.t("ui.zoom.turn"), "rotate-cw", () => game.turnAround(), game.around.value ? "solid" : "")}
      ${
        match.you.value.sides.length
          ? iconButton(
              words.t("ui.point"),
              "map-pin",
              () => {
                game.pointing.value = !game.pointing.value;
              },
              game.pointing.value ? "solid" : "",
            )
          : nothing
      }`,
    );
    effect(() => {
      const idle =
        !match.prompt.value && !match.view.value.result && !Object.keys(match.view.value.offers ?? {}).length;
      part("ask").classList.toggle("waiting", idle);
      part("ask").setAttribute("aria-busy", String(match.busy.value));
    });
    effect(() => {
      match.prompt.value?.id;
      part("ask").scrollTop = 0;
    });
    // What is remarked stands above the question, where that lies over the table.
    new ResizeObserver(() => {
      const covered = part("vp").getBoundingClientRect().bottom - part("ask").getBoundingClientRect().top;
      part("note").style.setProperty("--covered", `${part("ask").clientHeight ? Math.max(0, covered) : 0}px`);
    }).observe(part("ask"));
    effect(() => {
      document.body.dataset["seq"] = String(match.seq.value);
    });
    this.speak();
  }

  /** The score and where it came from. */
  score() {
    this.dialogs.score(this.game.scoreSheet?.() ?? nothing);
  }

  subtitle() {
    const { fixed } = this.match.view.value;
    return this.words.line({ key: `${fixed.game}.scenario.${fixed.scenario}.name` });
  }

  tray() {
    return tray(this.match, (roll) => this.game.cubes(roll));
  }

  /** The newest refusal or remark of the table, over its lower edge. */
  note() {
    const notice = this.match.notice.value;
    const unread = this.match.replaying.value && !this.wide.matches && this.tab.value !== "log";
    const text = notice?.text || this.game.planText() || (unread ? caption(this.match, this.game.log) : "");
    if (!text) return nothing;
    const tone = notice?.tone ?? this.game.planTone;
    return html`<div class="note ${tone}">${icon(tone === "bad" ? "triangle-alert" : "info")}<span>${text}
      ${notice?.rules[0] ? ruleLink(notice.rules[0]) : nothing}</span></div>`;
  }

  /** The right rail, or the sheet. */
  side() {
    const { match, words, game } = this;
    /** @type {[Tab, string][]} */
    const tabs = [
      ["log", "scroll-text"],
      ["chat", "message-square"],
      ["units", "list"],
    ];
    if (!this.wide.matches) tabs.unshift(["board", "dices"]);
    const current = this.tab.value === "board" && this.wide.matches ? "log" : this.tab.value;
    const unread = match.remarks.value.filter(
      (remark) => remark.id > this.readChat.value && remark.by !== match.you.value.sides[0],
    ).length;
    return html`<button type="button" class="grip" aria-label=${words.t("ui.sheet")} @pointerdown=${(/** @type {PointerEvent} */ e) => this.sheet.drag(e)} @click=${(/** @type {MouseEvent} */ e) => this.sheet.press(e)}></button>
      <div class="tabs" role="tablist">${tabs.map(
        ([
          id,
          picture,
        ]) => html`<button type="button" role="tab" id="tab-${id}" aria-selected=${id === current} aria-controls="tabpanel"
        @click=${() => this.choose(id)}>${icon(picture)}<span>${words.t(`ui.tab.${id}`)}</span>${id === "chat" && unread && current !== "chat" ? html`<em>${unread}</em>` : nothing}</button>`,
      )}</div>
      <div class="tabp" role="tabpanel" id="tabpanel" aria-labelledby="tab-${current}">${this.tabContent(current)}</div>`;
  }

  /** @param {Tab} tab */
  choose(tab) {
    this.tab.value = tab;
    this.sheet.open();
    if (tab === "chat") this.readChat.value = Math.max(0, ...this.match.remarks.value.map((remark) => remark.id));
    this.scrollLog(true);
  }

  /** @param {Tab} tab */
  tabContent(tab) {
    const { match, game } = this;
    if (tab === "board")
      return html`${game.panel(() => this.redraw())}${this.narrow.matches ? nothing : this.tray()}`;
    if (tab === "units") {
      return unitsPanel(match, {
        selected: game.selected,
        detail: (unit) => game.detail(unit),
        acts: (unit) => this.rowActs(unit),
        choose: (unit) => game.hand.tapUnit(unit),
      });
    }
    return logPanel(match, game.log, {
      chatOnly: tab === "chat",
      older: this.history.older(tab === "chat"),
    });
  }

  /** @param {string} unit */
  rowActs(unit) {
    return html`${iconButton(this.words.t("ui.unit.show"), "crosshair", () => this.board?.show(unit))}${this.wide.matches ? nothing : this.game.acts(unit)}`;
  }

  /** @param {string} text */
  copied(text) {
    this.match.notice.value = { tone: "info", text, rules: [], shapes: [] };
  }

  /** Show the newest line, unless the reader has gone back to older ones. @param {boolean} [anyway] */
  scrollLog(anyway = false) {
    queueMicrotask(() => {
      const log = document.querySelector(".log");
      if (log && (anyway || !log.hasAttribute("data-away"))) log.scrollTop = log.scrollHeight;
    });
  }

  /** What is said aloud and sounded. */
  speak() {
    const { match, game } = this;
    let asked = match.prompt.value;
    effect(() => {
      const prompt = match.prompt.value;
      const change = match.change.peek();
      const own = change.type === "step" && match.you.peek().sides.includes(change.entry.by ?? "");
      if (prompt && prompt.id !== asked?.id) this.announcer.say(this.words.line(prompt.line));
      if (calls(asked, prompt, own)) sound("turn");
      asked = prompt;
    });
    effect(() => {
      const notice = match.notice.value;
      if (notice) this.announcer.say(notice.text);
      if (notice?.tone === "bad") sound("bad");
    });
    effect(() => this.announcer.say(game.planSaid()));
    effect(() => {
      const change = match.change.value;
      if (change.type === "step" && (change.entry.told ?? []).some(({ event }) => event.type === "rolled"))
        sound("dice");
      this.scrollLog();
    });
  }

  listen() {
    addEventListener("keydown", (e) => {
      if (isTyping(e.target) || /** @type {HTMLDialogElement} */ (part("dialog")).open) return;
      const pressed = command(e);
      if (!pressed) return;
      // The row of the unit that is chosen already has nothing more to do: a plan has its keys.
      const row = e.target instanceof Element && e.target.matches('.ub[aria-pressed="true"]');
      const chosen = row && this.game.isPlanning;
      const onButton = !chosen && (e.target instanceof HTMLButtonElement || e.target instanceof HTMLAnchorElement);
      if (pressed.name === "help") this.dialogs.keys();
      else if (onButton && ["confirm", "arrow", "waypoint"].includes(pressed.name)) return;
      else if (pressed.name === "confirm" && this.chooseFocused(e.target)) e.preventDefault();
      else if (this.game.hand.key(pressed)) e.preventDefault();
    });
    // A button that was clicked does not keep the keys: Enter confirms, and presses it no second time.
    part("dock").addEventListener("click", (e) => {
      if (e.detail) part("vp").focus({ preventScroll: true });
    });
    this.wide.addEventListener("change", () => this.redraw());
    this.narrow.addEventListener("change", () => this.redraw());
  }

  /** Enter on a focused unit selects it, unless a plan waits to be confirmed. @param {EventTarget | null} target */
  chooseFocused(target) {
    const unit = /** @type {Element | null} */ (target)?.closest?.("[data-u]")?.getAttribute("data-u");
    if (!unit || this.game.isPlanning) return false;
    this.game.hand.tapUnit(unit);
    return true;
  }
}

async function main() {
  applyTheme();
  const page = /** @type {Page} */ (JSON.parse(part("page").textContent ?? "{}"));
  const { dataset, lang } = document.documentElement;
  const load = GAMES[page.game];
  if (!load) throw new Error(`no panels for ${page.game}`);
  const words = new Words(lang);
  // The words and the first view are under way at the same time.
  const spoken = words.load((dataset["catalogues"] ?? "").split(" ").filter(Boolean));
  const table = new TablePage(page, words, await load());
  if (table.live) table.match.connect(page.urls.socket);
  else void table.playback.open(table.moment);
  await Promise.all([spoken, table.seen()]);
  table.start();
  await document.fonts.ready;
  document.documentElement.dataset["ready"] = "true";
}

void main();

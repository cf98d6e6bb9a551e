/** SAGA at the table: what its board shows, its panels, its hands. The page asks this and no other game module. */
import { computed } from "#vendor/signals-core/signals-core.js";
import { html, nothing, svg } from "#vendor/lit-html/lit-html.js";
import { middle } from "#js/board/hull.js";
import { bandLayer, route, shapeLayer } from "#js/board/overlays.js";
import { basesByUnit, over, radius } from "#js/board/scene.js";
import { ghostLayer, handLayer, turnLayer } from "#js/board/tokens.js";
import { SagaAsk } from "#js/panels/saga/ask.js";
import { SagaBoard } from "#js/panels/saga/board.js";
import { SagaDock } from "#js/panels/saga/dock.js";
import { SagaHand } from "#js/panels/saga/hand.js";
import { carried, ghostsOf, isJudged, sequenceOf } from "#js/panels/saga/plan.js";
import { SagaPlay } from "#js/panels/saga/play.js";
import { SagaTags } from "#js/panels/saga/tags.js";
import { look, rune } from "#js/ui/parts.js";
import { NOTHING, Tabletop } from "#js/ui/tabletop.js";
import { waitingList } from "#js/ui/waiting.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").SagaMatch} SagaMatch */
/** @typedef {import("#js/board/board.js").Board} Board */
/** @typedef {import("#js/board/tokens.js").Token} Token */
/** @typedef {import("#js/board/tokens.js").Base} Base */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").Game} Contract */
/** @typedef {import("#js/panels/saga/plan.js").Plan} Plan */
/** @typedef {Extract<Told["event"], {type: "moved"}>} Moved */
/** @typedef {[number, number]} Point */

const SECTORS = 8;
/** @type {{[face: number]: string}} */
const SYMBOLS = { 1: "C", 2: "C", 3: "C", 4: "U", 5: "U", 6: "R" };
const DIVIDERS = new Set(["turn_began", "ended"]);

/** @implements {Contract} */
export class Game extends Tabletop {
  /** @param {Match} match @param {import("#js/types.js").TablePage} page */
  constructor(match, page) {
    super(match);
    this.match = /** @type {SagaMatch} */ (match);
    this.play = new SagaPlay(this.match);
    this.hand = new SagaHand(this.play, this.tools);
    this.boardPanel = new SagaBoard(this.play);
    this.ask = new SagaAsk(this.play, page);
    this.actions = new SagaDock(this.play, page.focusBoard);
    this.tags = new SagaTags(this);
    this.moving = computed(() =>
      this.play.plan.value && Object.keys(this.ghosts(this.play.plan.value)).length ? this.play.plan.value.unit : "",
    );
    // Whether, not what: a hand changes its plan many times a second, and units need not be drawn for that.
    this.planning = computed(() => Boolean(this.play.plan.value));
    this.sector = computed(() => {
      const plan = this.play.plan.value;
      const { way } = this.board.space;
      return plan && (plan.dx || plan.dy) ? Math.round((Math.atan2(way * plan.dy, -way * plan.dx) / (2 * Math.PI)) * SECTORS) : NaN;
    });
    this.bases = computed(() => basesByUnit(this.match.view.value, this.board.space));
    this.focus = computed(() => this.play.selected.value || Object.keys(this.bases.value)[0] || "");
  }

  /** @param {Board} board */
  attach(board) {
    this.take(board, (unit) => this.play.isMine(unit));
    this.hand.board = board;
  }

  get selected() {
    return this.play.selected.value;
  }

  get isPlanning() {
    return Boolean(this.play.plan.value || this.play.casualties.picks.value.count);
  }

  /** A refusal is calm where a place that is allowed stands ready. @returns {"bad" | "warn" | "info"} */
  get planTone() {
    const { kind, preview } = this.play.plan.value ?? {};
    if (!preview?.refusal) return "info";
    return kind === "move" && Object.keys(preview.ghosts ?? {}).length ? "warn" : "bad";
  }

  next() {
    return this.play.next();
  }

  /** @override @param {string} side */
  ground(side) {
    const zone = this.match.view.value.fixed.zones?.[side] ?? [];
    return zone.flatMap((shape) => (shape.type === "area" ? shape.rings.flat() : []));
  }

  // --- panels -------------------------------------------------------------------------------------

  /** @param {() => void} redraw */
  panel(redraw) {
    return html`${this.waiting()}${this.boardPanel.panel(redraw)}`;
  }

  /** Units that are still to be set up, over the battle board, which waits for its dice. */
  waiting() {
    const question = this.play.question.value;
    const left = question?.type === "deploy_units" ? question.units.filter((unit) => !this.match.view.value.units?.[unit]?.models) : [];
    return waitingList(this.shown, this.words.t("ui.panel.left", { n: left.length }), left, {
      selected: this.selected,
      select: (unit) => this.play.select(unit),
    });
  }

  /** @param {() => void} redraw */
  question(redraw) {
    return this.ask.bar(redraw);
  }

  /** In a replay only a unit that is looked at. */
  dock() {
    return this.match.replaying.value && !this.selected ? nothing : this.actions.bar();
  }

  /** @param {string} unit */
  acts(unit) {
    return this.actions.acts(unit);
  }

  /** @param {string} unit */
  detail(unit) {
    return html`${this.actions.plainDetail(unit)}${this.actions.stats(unit)}`;
  }

  // --- units --------------------------------------------------------------------------------------

  /** @returns {Token[]} */
  tokens() {
    const { fixed, units = {} } = this.match.view.value;
    const { play } = this;
    const [selected, target, moving] = [play.selected.value, play.target.value, this.moving.value];
    const candidates = this.planning.value ? new Set() : play.candidates();
    const combat = this.match.view.value.combat;
    // A long plate would hide models that are to be chosen.
    const named = play.casualties.picks.value.count ? "" : " named";
    const question = play.question.value;
    const declared = question?.type === "react" ? [question.unit, question.target ?? ""] : [];
    const fighting = new Set([...(combat?.attackers ?? []), ...(combat?.defenders ?? []), ...declared]);
    return Object.entries(fixed.units).map(([id, card]) => {
      const shown = units[id];
      const done = (shown?.marks ?? []).some((mark) => mark === "done" || mark === "exhausted");
      const classes = [
        id === selected && (id === moving ? "sel" : `sel${named}`),
        (id === target || fighting.has(id)) && `tgt${named}`,
        done && "done",
        candidates.has(id) && "can",
        id === moving && "moving",
      ];
      return {
        id,
        look: look(card.side),
        upper: this.isUpper(card.side),
        name: this.words.name(id),
        glyph: card.glyph,
        bases: this.bases.value[id] ?? [],
        markers: shown?.counters?.["fatigue"] ?? 0,
        classes: classes.filter(Boolean).join(" "),
        label: `${this.words.name(id)}: ${this.actions.plainDetail(id)}${id === selected ? `, ${this.words.t("ui.unit.selected")}` : ""}`,
      };
    });
  }

  picks() {
    const { models, chosen } = this.play.casualties.picks.value;
    return { models, chosen, marked: new Set(/** @type {string[]} */ ([])) };
  }

  /** Woods over the selected unit. */
  thin() {
    return over(this.pieces, this.bases.value[this.play.selected.value] ?? []);
  }

  // --- what is drawn on the table -------------------------------------------------------------------

  /** Below the units: zones, objectives, where the unit may end, range bands. */
  under() {
    const { fixed, clock } = this.match.view.value;
    const { play, board } = this;
    const word = this.words.line.bind(this.words);
    const setsUp = clock.phase === "deployment" && play.question.value?.type === "deploy_units";
    const zone = setsUp ? (fixed.zones?.[play.side.value] ?? []) : [];
    const bases = this.banded();
    return svg`${shapeLayer(fixed.objectives ?? [], board.space, word)}${shapeLayer(zone, board.space, word)}
      ${shapeLayer(this.reachShapes(), board.space, word)}
      ${bases.length ? bandLayer(bases, fixed.bands) : nothing}`;
  }

  /** Where the selected unit may end; all of it is slow where it starts in slowing ground. */
  reachShapes() {
    const { shapes = [], slowed = false } = this.play.reach.value ?? {};
    return slowed ? shapes.map((shape) => ({ ...shape, style: shape.style === "reach_slow" ? "reach" : shape.style })) : shapes;
  }

  /** Bases of the selected unit while ranges matter. */
  banded() {
    const { clock } = this.match.view.value;
    return clock.phase === "deployment" ? [] : (this.bases.value[this.play.selected.value] ?? []);
  }

  /** Above the units: plans, refusals, aims, measuring, pointing. */
  over() {
    const plan = this.play.plan.value;
    return this.overlays(plan ? this.planLayer(plan) : nothing, this.tags.all());
  }

  /** @param {Plan} plan */
  ghosts(plan) {
    return ghostsOf(plan, this.play.poses(plan.unit));
  }

  /** @param {Plan} plan */
  planLayer(plan) {
    const { board, words } = this;
    const preview = plan.preview;
    const judged = isJudged(plan);
    const bad = judged ? Boolean(preview?.refusal) : false;
    const shapes = [...(preview?.shapes ?? []), ...(judged && preview?.refusal?.shapes ? preview.refusal.shapes : [])];
    const from = this.bases.value[plan.unit] ?? [];
    const to = this.ghostBases(plan);
    // A refused formation is shown where the hand holds it, and as a ghost at the nearest possible place.
    const nearest = bad && plan.kind === "move" && !plan.adjusted && Object.keys(preview?.ghosts ?? {}).length > 0;
    const token = this.tokens().find((unit) => unit.id === plan.unit);
    return svg`${shapeLayer(judged ? shapes : [], board.space, words.line.bind(words))}
      ${from.length && to.length ? route([middle(from), ...(nearest ? [] : plan.via).map((p) => board.space.px(p)), middle(to)], plan.kind === "engage" ? "charge" : "path") : nothing}
      ${nearest ? handLayer(this.drawn(carried(plan, this.play.poses(plan.unit)))) : nothing}
      ${to.length && token ? ghostLayer(token, to, bad && !nearest) : nothing}
      ${plan.kind === "engage" ? turnLayer(to.length ? to : from, sequenceOf(plan), plan.order.length) : nothing}`;
  }

  /** @param {Plan} plan @returns {Base[]} */
  ghostBases(plan) {
    return this.drawn(this.ghosts(plan));
  }

  /** @param {{[model: string]: Point}} places on the table @returns {Base[]} */
  drawn(places) {
    const view = this.match.view.value;
    return Object.entries(places).map(([id, place]) => {
      const [x, y] = this.board.space.px(place);
      return { id, x, y, r: radius(view, id) };
    });
  }

  // --- words ----------------------------------------------------------------------------------------

  /** What a plan means, for ears and for the line under the table. */
  planText() {
    const { refusal, lines = [] } = this.judged ?? {};
    if (refusal) return this.words.line(refusal.line);
    const hint = this.judged && this.play.plan.value?.kind === "engage" ? [this.words.t("ui.plan.order")] : [];
    return [...lines.map((line) => this.words.line(line)), ...hint].join(" ");
  }

  /** What the server answered to the plan as it is now. */
  get judged() {
    const plan = this.play.plan.value;
    return plan && isJudged(plan) ? plan.preview : null;
  }

  /** The same for ears, with the distance. */
  planSaid() {
    const { refusal, used = 0, allowance = 0 } = this.judged ?? {};
    const way =
      used && !refusal
        ? this.words.t("ui.plan.used", { used: this.words.inches(used), allowance: this.words.inches(allowance) })
        : "";
    return [way, this.planText()].filter(Boolean).join(" ");
  }

  /** @returns {import("#js/ui/log.js").LogGame} */
  get log() {
    return {
      hides: (event) => event.type === "rolled" && event.why === "saga_dice",
      moves: (event) => event.type === "moved",
      show: (event) => {
        this.looked.value = { ...NOTHING, ways: event?.type === "moved" ? this.ways([event]) : [] };
      },
      divides: (event) => DIVIDERS.has(event.type),
      cubes: (roll) => this.cubes(roll),
      extra: (event) => (event.type === "dice_gained" ? this.sagaDice(Object.values(event.dice)) : nothing),
    };
  }

  /** @param {number[]} faces */
  sagaDice(faces) {
    return html`<span class="dr">${faces.map((face) => {
      const { css, content } = this.sagaDie(face);
      return html`<span class=${css}>${content}</span>`;
    })}</span>`;
  }

  /** @param {number} face */
  sagaDie(face) {
    const symbol = SYMBOLS[face] ?? "C";
    const name = this.words.line({ key: `saga.symbol.${symbol}` });
    return {
      css: `die ${symbol.toLowerCase()}`,
      content: html`${rune(symbol)}<span class="vh">${name}</span>`,
    };
  }

  /** SAGA dice in the tray show their symbols. @param {{why: string, faces: readonly number[]}} roll */
  cubes(roll) {
    return roll.why === "saga_dice" ? roll.faces.map((face) => this.sagaDie(face)) : null;
  }

  // --- what just happened -----------------------------------------------------------------------------

  /** Fade the fallen; call before the new view is drawn. @param {readonly Told[]} told */
  before(told) {
    const fallen = told.flatMap(({ event }) => (event.type === "lost" ? [...event.models] : []));
    if (fallen.length) this.board.animator.fade(fallen);
  }

  /** Where the middles of units went. @param {readonly Moved[]} moves */
  ways(moves) {
    const { space } = this.board;
    return moves.map(({ traces }) => {
      const ends = (/** @type {number} */ i) =>
        middle(
          traces.map(({ poses }) => {
            const [x, y] = space.px(poses.at(i) ?? /** @type {Point} */ ([0, 0]));
            return { x, y, r: 0 };
          }),
        );
      return { from: ends(0), to: ends(-1) };
    });
  }

  /** Walk the movers; call after the new view is drawn. @param {readonly Told[]} told */
  after(told) {
    const { space } = this.board;
    const moves = told.flatMap(({ event }) => (event.type === "moved" ? [event] : []));
    this.board.animator.walk(
      moves.flatMap((event) => event.traces.map(({ model, poses }) => ({ model, way: poses.map((p) => space.px(p)) }))),
    );
    this.recall({ ...NOTHING, ways: this.ways(moves) });
  }
}

/** The 9th Age at the table: what its board shows, its panels, its hands. The page asks this and no other game module. */
import { computed } from "#vendor/signals-core/signals-core.js";
import { html, nothing, svg } from "#vendor/lit-html/lit-html.js";
import { patch, route, shapeLayer, trail } from "#js/board/overlays.js";
import { basesByUnit, over } from "#js/board/scene.js";
import { PX_PER_INCH } from "#js/board/space.js";
import { glyph } from "#js/board/glyphs.js";
import { depthOf, outOf, trayOf, widthOf } from "#js/board/tray.js";
import { trayGhost } from "#js/board/trays.js";
import { frontArc, rays } from "#js/panels/ninth_age/arcs.js";
import { NinthAsk } from "#js/panels/ninth_age/ask.js";
import { along, cornersOf, costOf, deepOf, endOf, frontOf, headOf, isHalved, pointOf, turned } from "#js/panels/ninth_age/block.js";
import { commandOf, woundsOf } from "#js/panels/ninth_age/command.js";
import { NinthDock } from "#js/panels/ninth_age/dock.js";
import { carried, guestsOf, ranksOf } from "#js/panels/ninth_age/guests.js";
import { cubesOf } from "#js/panels/ninth_age/cubes.js";
import { NinthHand } from "#js/panels/ninth_age/hand.js";
import { NinthPanel } from "#js/panels/ninth_age/panel.js";
import { isJudged, isStill, newPlan, planned } from "#js/panels/ninth_age/plan.js";
import { NinthPlay } from "#js/panels/ninth_age/play.js";
import { quietPhases } from "#js/panels/ninth_age/quiet.js";
import { scoreSheet } from "#js/panels/ninth_age/sheet.js";
import { NinthTags } from "#js/panels/ninth_age/tags.js";
import { NinthTelling } from "#js/panels/ninth_age/telling.js";
import { look } from "#js/ui/parts.js";
import { Tabletop } from "#js/ui/tabletop.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").NinthMatch} NinthMatch */
/** @typedef {import("#js/board/board.js").Board} Board */
/** @typedef {import("#js/board/tokens.js").Token} Token */
/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").Game} Contract */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {import("#js/panels/ninth_age/block.js").Block} Block */
/** @typedef {[number, number]} Point */

/** How far arcs and rays are drawn. */
const ARC = 8 * PX_PER_INCH;
const RAY = 5 * PX_PER_INCH;
/** How far outside its corner a handle stands, in pixels of the screen. */
const GRIP_OUT = 13;

/** @implements {Contract} */
export class Game extends Tabletop {
  /** @param {Match} match @param {import("#js/types.js").TablePage} page */
  constructor(match, page) {
    super(match);
    this.match = /** @type {NinthMatch} */ (match);
    this.play = new NinthPlay(this.match);
    this.hand = new NinthHand(this.play, { ...this.tools, ghost: (plan) => this.ghost(plan), grips: () => this.grips() });
    this.ask = new NinthAsk(this.play, page);
    this.actions = new NinthDock(this.play, page.focusBoard);
    this.panelOf = new NinthPanel(this.play, this.actions, (unit, pressed) => this.hand.carryIn(unit, pressed));
    this.tags = new NinthTags(this);
    // As one word, which stays the same while a hand moves: a new set each time would draw all units each time.
    const away = computed(() => {
      const plan = this.play.plan.value;
      if (!plan || isStill(plan) || !this.ghost(plan)) return "";
      return [plan.unit, ranksOf(plan), ...guestsOf(plan, this.match.view.value)].join(" ");
    });
    /** Units that stand for now where they would stand no more. */
    this.moving = computed(() => new Set(away.value.split(" ")));
    this.bases = computed(() => basesByUnit(this.match.view.value, this.board.space));
    this.trays = computed(() => {
      const { trays = {}, joined = {}, units = {} } = this.match.view.value;
      const guests = Object.keys(joined).filter((unit) => units[unit]?.models);
      return Object.fromEntries([...Object.keys(trays), ...guests].map((unit) => [unit, this.standing(unit)]));
    });
    /** Units on round bases. */
    this.rounds = computed(() => {
      const { bases, models } = this.match.view.value.fixed;
      return new Set(Object.values(models).flatMap(({ unit, base }) => (bases[base]?.type === "round" ? [unit] : [])));
    });
    this.telling = new NinthTelling(this);
    /** Phases of which the log says nothing. */
    this.quiet = computed(() => quietPhases(this.match.entries.value));
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
    return Boolean(this.play.plan.value);
  }

  /** @returns {"bad" | "warn" | "info"} */
  get planTone() {
    const plan = this.play.plan.value;
    return plan && isJudged(plan) && plan.preview?.refusal ? "bad" : "info";
  }

  next() {
    return this.play.next();
  }

  /** @param {string} unit */
  look(unit) {
    return look(this.play.card(unit)?.side ?? "a");
  }

  /** @override @param {string} side */
  ground(side) {
    return this.match.view.value.zones?.[side] ?? [];
  }

  /** Where the points came from. */
  scoreSheet() {
    return scoreSheet(this.match);
  }

  // --- panels -------------------------------------------------------------------------------------

  panel() {
    return this.panelOf.panel();
  }

  question() {
    return this.ask.bar();
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

  /** @param {Block} block @param {string} unit @returns {Tray} */
  drawn(block, unit) {
    const { at, facing, ...bases } = block;
    return trayOf({ pose: [at[0], at[1], facing], ...bases, round: this.rounds.value.has(unit) }, this.board.space, commandOf(this.match.view.value, unit, block.files));
  }

  /** @param {string} unit @returns {Tray} */
  standing(unit) {
    const block = this.play.block(unit);
    return this.drawn(/** @type {Block} */ (block), unit);
  }

  /** @returns {Token[]} */
  tokens() {
    const { fixed, units = {}, engaged = {} } = this.match.view.value;
    const { play } = this;
    const [selected, target, moving] = [play.selected.value, play.target.value, this.moving.value];
    const candidates = play.candidates();
    const barred = play.looks.barred.value;
    const targeted = new Set(Object.values(this.match.view.value.charges ?? {}).map((charge) => charge.target));
    // Characters in the ranks lie over those ranks.
    const joined = this.match.view.value.joined ?? {};
    this.telling.stood = { bases: this.bases.value, trays: this.trays.value };
    const ordered = Object.entries(fixed.units).sort(([a], [b]) => Number(a in joined) - Number(b in joined));
    return ordered.map(([id, card]) => {
      const marks = units[id]?.marks ?? [];
      const why = barred.get(id);
      const classes = [
        id === selected && (moving.has(id) ? "sel" : "sel named"),
        id === target && "tgt named",
        id !== target && targeted.has(id) && "tgt",
        marks.includes("done") && "done",
        marks.includes("fleeing") && "fleeing",
        marks.includes("garrison") && "garrison",
        engaged[id]?.length && "engaged",
        candidates.has(id) && "can",
        why && "barred",
        moving.has(id) && "moving",
      ];
      const tray = this.trays.value[id];
      return {
        id,
        look: look(card.side),
        upper: this.isUpper(card.side),
        name: this.words.name(id),
        glyph: card.glyph,
        bases: tray ? (this.bases.value[id] ?? []) : [],
        markers: woundsOf(units[id]?.counters),
        classes: classes.filter(Boolean).join(" "),
        label: `${this.words.name(id)}: ${this.actions.plainDetail(id)}${id === selected ? `, ${this.words.t("ui.unit.selected")}` : ""}`,
        ...(tray ? { tray } : {}),
        ...(why ? { why: this.words.line(why) } : {}),
      };
    });
  }

  picks() {
    const none = /** @type {Set<string>} */ (new Set());
    return { models: none, chosen: none, marked: none };
  }

  /** Woods over the selected unit. */
  thin() {
    return over(this.pieces, this.bases.value[this.play.selected.value] ?? []);
  }

  /** Where a planned unit would stand. @param {Plan} plan @returns {Tray | null} */
  ghost(plan) {
    const start = this.play.formed(plan.unit);
    if (!start || plan.kind === "shoot" || (plan.kind === "deploy" && !plan.at)) return null;
    if (plan.kind === "join" && !plan.preview?.block) return null;
    if ((plan.kind === "charge" || plan.kind === "enter") && !plan.preview?.block) return null;
    if (plan.kind === "move" && !plan.path.length) return this.standing(plan.unit);
    const from = this.ranks(plan, start);
    return from && this.drawn(planned(plan, from), ranksOf(plan));
  }

  /** The ranks that a plan is about: of who joins a unit, that unit's. @param {Plan} plan @param {Block} start @returns {Block | null} */
  ranks(plan, start) {
    return plan.kind === "join" ? this.play.block(plan.target) : start;
  }

  /** Those in the ranks of a planned unit, where they would stand. @param {Plan} plan */
  guestGhosts(plan) {
    const start = this.play.formed(plan.unit);
    const from = start && this.ranks(plan, start);
    if (!from) return [];
    const { fixed } = this.match.view.value;
    return guestsOf(plan, this.match.view.value).flatMap((unit) => {
      const guest = this.play.formed(unit);
      const model = Object.keys(fixed.models).find((id) => fixed.models[id]?.unit === unit) ?? "";
      const there = guest && carried(plan, guest, model, from, planned(plan, from));
      return there ? [{ unit, tray: this.drawn(there, unit) }] : [];
    });
  }

  /** The tray whose arcs are shown: the selected one, where it stands or would stand. */
  arced() {
    const { selected } = this;
    const plan = this.play.plan.value;
    if (!this.trays.value[selected] || plan?.kind === "charge" || plan?.kind === "enter") return null;
    if (this.play.buildings.holds(selected) && plan?.kind !== "deploy") return null;
    return (plan && plan.kind !== "shoot" && this.ghost(plan)) || this.trays.value[selected] || null;
  }

  /** Drawn places of the handles at the corners of the front, where the selected unit can be wheeled. @returns {{left: Point, right: Point} | null} */
  grips() {
    const { play, board } = this;
    const unit = play.selected.value;
    const plan = play.plan.value;
    if (this.match.replaying.value || !play.isMine(unit) || !play.option(unit) || play.buildings.holds(unit) || (plan && plan.kind !== "move")) return null;
    const tray = (plan && this.ghost(plan)) || this.trays.value[unit];
    if (!tray) return null;
    const out = GRIP_OUT / board.view.k;
    const [w, d] = [widthOf(tray) / 2 + out, depthOf(tray) / 2 + out * 0.4];
    return { left: outOf(tray, [-w, -d]), right: outOf(tray, [w, -d]) };
  }

  // --- what is drawn on the table -------------------------------------------------------------------

  /** Below the units: objectives, threats, arcs, how far a move goes. */
  under() {
    const { board, play } = this;
    const word = this.words.line.bind(this.words);
    const { clock, goals = [] } = this.match.view.value;
    const goal = clock.turn || play.question.value?.type === "where_marker" ? goals.flatMap((one) => one.shapes ?? []) : [];
    const threat = this.threat().filter((shape) => shape.type !== "label");
    return svg`<g class="faint">${shapeLayer(goal, board.space, word)}</g>${this.zoneLayer()}
      <g clip-path="url(#tableclip)">${this.arcLayer(threat.length > 0)}</g>
      <g clip-path="url(#tableclip)">${shapeLayer(threat, board.space, word)}</g>${this.limitLayer()}`;
  }

  /** Whose ground is whose, before the first turn. */
  owned() {
    const { clock, zones = {} } = this.match.view.value;
    return clock.turn ? [] : Object.entries(zones);
  }

  /** Deployment zones: those to choose from, those of each side, and the one to set up in. */
  zoneLayer() {
    const { space } = this.board;
    const question = this.play.question.value;
    const drawn = (/** @type {readonly Readonly<Point>[]} */ ring, /** @type {string} */ look) => patch(ring.map((p) => space.px(p)), look);
    if (question?.type === "which_zone") return question.zones.map(({ outline }) => drawn(outline, "note"));
    const own = this.play.setup.zone();
    if (own.length) return drawn(own, "legal");
    return this.owned().map(([side, ring]) => drawn(ring, `zone-${look(side)}`));
  }

  /** What the selected unit threatens, while no plan stands in its place. */
  threat() {
    const { plan, looks } = this.play;
    const drawn = plan.value && !(plan.value.kind === "charge" && plan.value.preview?.refusal);
    return drawn ? [] : (looks.threat.value?.shapes ?? []);
  }

  /** @param {boolean} fanned whether the threat draws the front arc already */
  arcLayer(fanned) {
    const tray = this.arced();
    if (!tray) return nothing;
    const sides = rays(tray, RAY);
    return svg`${fanned ? nothing : patch(frontArc(tray, ARC), "arc")}${(fanned ? sides : sides.slice(2)).map((ray) => trail(ray, "arc"))}`;
  }

  /** The line that the front reaches with what is left of the move. */
  limitLayer() {
    const { play, board } = this;
    const unit = play.selected.value;
    const option = play.option(unit);
    const plan = play.plan.value;
    const start = play.block(unit);
    if (!option || option.inside || !start || (plan && plan.kind !== "move")) return nothing;
    const path = plan?.path ?? [];
    if (isHalved(path)) return nothing;
    const end = endOf(start, path);
    const { most } = play.reach(plan ?? newPlan("move", unit));
    const left = most - costOf(start, path);
    if (left < 100) return nothing;
    const ahead = deepOf(end) / 2 + left;
    const half = frontOf(end) / 2;
    return trail([board.space.px(pointOf(end, -half, ahead)), board.space.px(pointOf(end, half, ahead))], "limit");
  }

  /** Above the units: plans, refusals, measuring, pointing. */
  over() {
    const plan = this.play.plan.value;
    return this.overlays(svg`${plan ? this.planLayer(plan) : this.flightLayer()}${this.gripLayer()}`, this.tags.all());
  }

  /** @param {Plan} plan */
  planLayer(plan) {
    const { board } = this;
    const word = this.words.line.bind(this.words);
    const judged = isJudged(plan);
    const bad = judged && Boolean(plan.preview?.refusal);
    const ghost = this.ghost(plan);
    const own = new Set(["path", "wheel", "charge", "zone"]);
    const shapes = [
      ...(judged ? (plan.preview?.shapes ?? []).filter((shape) => shape.type !== "label" && !own.has(shape.style)) : []),
      ...(judged ? (plan.preview?.refusal?.shapes ?? []) : []),
    ];
    const still = plan.kind === "move" && !plan.path.length;
    const drawn = ghost && !still ? [{ unit: ranksOf(plan), tray: ghost }, ...this.guestGhosts(plan)] : [];
    return svg`${shapeLayer(shapes, board.space, word)}
      ${drawn.map(({ unit, tray }) => trayGhost({ look: this.look(unit), glyph: this.picture(unit) }, tray, bad, glyph))}
      ${plan.kind === "move" ? this.pathLayer(plan) : nothing}
      ${plan.kind === "charge" ? this.chargeLayer(plan) : nothing}`;
  }

  /** @param {string} unit */
  picture(unit) {
    return this.play.card(unit)?.glyph ?? "";
  }

  /** Sectors of the wheels, and the way of the middle of the front. @param {Plan} plan */
  pathLayer(plan) {
    const { space } = this.board;
    const start = this.play.block(plan.unit);
    if (!start || !plan.path.length) return nothing;
    const blocks = along(start, plan.path);
    const sectors = plan.path.flatMap((part, i) => {
      if (part.type !== "wheel") return [];
      const swept = sectorOf(/** @type {Block} */ (blocks[i]), part.turn).map((p) => space.px(p));
      const [x, y] = /** @type {Point} */ (swept[0]);
      return [svg`${patch(swept, "wheel")}<g transform="translate(${x} ${y})"><circle class="way" r="7"/></g>`];
    });
    return svg`${sectors}${route(
      blocks.map((block) => space.px(headOf(block))),
      "path",
    )}`;
  }

  /** @param {Plan} plan */
  chargeLayer(plan) {
    const way = (plan.preview?.shapes ?? []).flatMap((shape) => (shape.type === "trail" && shape.style === "charge" ? [shape.points] : []))[0];
    return way
      ? route(
          way.map((p) => this.board.space.px(p)),
          "charge",
        )
      : nothing;
  }

  /** Where a unit that is asked for its reaction would flee. */
  flightLayer() {
    const { play, board } = this;
    const flight = play.looks.flight.value;
    const question = play.question.value;
    const block = question?.type === "how_to_react" ? play.block(question.unit) : null;
    if (!flight || !block || question?.type !== "how_to_react" || !flight.block) return nothing;
    const [x, y, facing = 0] = flight.block;
    const ghost = this.drawn({ ...block, at: [x, y], facing, files: flight.files || block.files }, question.unit);
    return svg`${shapeLayer(flight.shapes ?? [], board.space, this.words.line.bind(this.words))}
      <g class="far-ghost">${trayGhost({ look: this.look(question.unit), glyph: this.picture(question.unit) }, ghost, false, glyph)}</g>`;
  }

  gripLayer() {
    this.board.zoom.value;
    const grips = this.grips();
    if (!grips) return nothing;
    return svg`${[grips.left, grips.right].map(
      ([x, y]) => svg`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><g class="grip-c"><circle r="9"/><path d="M-3.5 1.5A4 4 0 1 1 0 4"/></g></g>`,
    )}`;
  }

  // --- words ----------------------------------------------------------------------------------------

  /** What a plan means, for ears and for the line under the table. */
  planText() {
    const plan = this.play.plan.value;
    if (!plan) return "";
    const judged = isJudged(plan) ? plan.preview : null;
    if (judged?.refusal) return this.words.line(judged.refusal.line);
    return [...(judged?.lines ?? []).map((line) => this.words.line(line)), this.panelOf.consequences(plan)].filter(Boolean).join(" ");
  }

  /** The same for ears, with the path. */
  planSaid() {
    const plan = this.play.plan.value;
    const way = plan?.kind === "move" && isJudged(plan) && !plan.preview?.refusal ? `${this.tags.moved(plan)}.` : "";
    return [way, this.planText()].filter(Boolean).join(" ");
  }

  get log() {
    return this.telling.log;
  }

  /** @param {import("#js/ui/dice.js").Roll} roll */
  cubes(roll) {
    return cubesOf(roll, this.words, this.board.space);
  }

  /** @param {readonly Told[]} told */
  before(told) {
    this.telling.before(told);
  }

  /** @param {readonly Told[]} told */
  after(told) {
    this.telling.after(told);
  }
}

/** What the front sweeps in a wheel. @param {Block} block @param {number} turn @returns {Point[]} */
function sectorOf(block, turn) {
  const corners = cornersOf(block);
  const [pivot, outer] = turn < 0 ? [corners.left, corners.right] : [corners.right, corners.left];
  const steps = Math.max(2, Math.ceil(Math.abs(turn) / 5000));
  return [
    pivot,
    ...Array.from({ length: steps + 1 }, (_, i) => turned(outer, pivot, (turn * i) / steps)),
  ];
}

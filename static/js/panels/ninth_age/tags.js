/** The tags of The 9th Age's table: lengths, turns, chances. Which there are; board/tags.js finds them room. */
import { drawnAs } from "#js/board/overlays.js";
import { PX_PER_INCH } from "#js/board/space.js";
import { spread } from "#js/board/tags.js";
import { extent, isFlipped } from "#js/board/tray.js";
import { names } from "#js/panels/ninth_age/arcs.js";
import { along, between, costOf, isHalved, wheelCost } from "#js/panels/ninth_age/block.js";
import { isJudged } from "#js/panels/ninth_age/plan.js";
import { look } from "#js/ui/looks.js";

/** @typedef {import("#js/panels/ninth_age/game.js").Game} Game */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {import("#js/board/tags.js").Tag} Tag */
/** @typedef {[number, number]} Point */

const AWAY = 2.2 * PX_PER_INCH;
/** The zoom under which names and edges of areas are left out. */
const FAR = 0.5;

export class NinthTags {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.words = game.words;
    this.play = game.play;
  }

  /** Every tag where it has room, the one in the hand first. @returns {Tag[]} */
  all() {
    const { game, play } = this;
    const k = game.board.zoom.value;
    const plan = play.plan.value;
    const tags = [...game.measuredTags(), ...(plan ? this.planned(plan) : this.shots()), ...game.recent.value.tags, ...this.threats(), ...this.zones(), ...this.arcs()];
    if (!tags.length) return [];
    const { plates, things } = game.board.taken.value;
    return spread(tags, k, [...plates, ...things], game.board.space);
  }

  /** Whether the table is shown so small that only the most needed fits. */
  get isFar() {
    return this.game.board.zoom.value < FAR;
  }

  /** Names of the selected unit's arcs. @returns {Tag[]} */
  arcs() {
    const tray = this.game.arced();
    if (!tray || this.isFar) return [];
    const { front, left, right, rear } = names(tray, AWAY);
    const named = (/** @type {Point} */ at, /** @type {string} */ key) => ({ at, text: this.words.t(`ui.nine.arc.${key}`), look: "side", spare: true });
    return [named(front, "front"), named(left, "flank"), named(right, "flank"), named(rear, "rear")];
  }

  /** Numbers of the zones to choose from; names of their owners once they are chosen. @returns {Tag[]} */
  zones() {
    const { game, words, play } = this;
    const question = play.question.value;
    if (question?.type === "which_zone")
      return question.zones.map(({ outline, role }, i) => ({
        at: this.inside(outline), text: words.t(`ui.nine.zone${role ? `.${role}` : ""}`, { n: i + 1 }), look: "meas",
      }));
    if (this.isFar && game.board.small) return [];
    return game.owned().map(([side, outline]) => ({ at: this.inside(outline), text: words.name(side), look: `zone ${look(side)}` }));
  }

  /** The middle of an area's corners, drawn. @param {readonly (readonly [number, number])[]} outline @returns {Point} */
  inside(outline) {
    const places = outline.map((p) => this.game.board.space.px(p));
    const mean = (/** @type {0 | 1} */ axis) => places.reduce((sum, p) => sum + p[axis], 0) / places.length;
    return [mean(0), mean(1)];
  }

  /** Chances of a charge: over the enemies in sight, and at the edge of each reach. @returns {Tag[]} */
  threats() {
    const { game, words, play } = this;
    const shapes = game.threat();
    if (!shapes.length) return [];
    const over = (play.looks.threat.value?.chances ?? []).flatMap(({ unit, distance, thousandths, barred }) => {
      const at = this.beside(unit);
      const chance = barred ? words.t("ui.nine.barred") : words.percent(thousandths / 1000);
      const text = this.isFar ? chance : `${words.inches(distance)} · ${chance}`;
      return at ? [{ ...at, text, look: barred ? "shut" : "fight" }] : [];
    });
    if (this.isFar) return over;
    const edges = shapes.flatMap((shape) =>
      shape.type === "label" && shape.style !== "target"
        ? [{ at: game.board.space.px(shape.at), text: words.line(shape.line), look: drawnAs(shape.style), spare: true }]
        : [],
    );
    return [...over, ...edges];
  }

  /** The free side of a unit, away from its plate. @param {string} unit @returns {{at: Point, push: 1 | -1} | null} */
  beside(unit) {
    const tray = this.game.trays.value[unit];
    if (!tray) return null;
    const k = this.game.board.zoom.value;
    const box = extent(tray, 4);
    const below = isFlipped(tray);
    return { at: [(box.left + box.right) / 2, below ? box.bottom + 22 / k : box.top - 22 / k], push: below ? 1 : -1 };
  }

  /** How the plan goes, beside where it ends. @param {Plan} plan @returns {Tag[]} */
  planned(plan) {
    const { game } = this;
    const ghost = game.ghost(plan);
    const bad = isJudged(plan) && Boolean(plan.preview?.refusal);
    const look = bad ? "meas bad" : "meas";
    if (plan.kind === "shoot") return this.shots(plan.target);
    if (!ghost) return [];
    const text =
      plan.kind === "move" ? this.moved(plan, game.board.small) : plan.kind === "charge" ? this.charged(plan) : this.turned(plan);
    if (!text) return [];
    const k = game.board.zoom.value;
    const from = game.trays.value[plan.unit];
    if (plan.kind === "charge" && from)
      return [{ at: [(from.x + ghost.x) / 2 + 60 / k, (from.y + ghost.y) / 2], text, look }];
    const box = extent(ghost, 6);
    const up = !isFlipped(ghost);
    return [{ at: [(box.left + box.right) / 2, up ? box.top - 26 / k : box.bottom + 26 / k], text, look, push: up ? -1 : 1 }];
  }

  /** Each part, and what they take together of what is allowed; on a small screen only that. @param {Plan} plan @param {boolean} [small] */
  moved(plan, small = false) {
    const { words, play } = this;
    const start = play.block(plan.unit);
    const [first] = plan.path;
    if (!start || !first) return "";
    const judged = isJudged(plan) && !plan.preview?.refusal ? plan.preview : null;
    const halved = isHalved(plan.path);
    const { most, half } = play.limits(plan);
    const used = (!halved && judged?.used) || costOf(start, plan.path);
    const allowed = halved ? half : judged?.allowance || most;
    const length = Number.isFinite(allowed) ? words.within(used, allowed) : words.inches(used);
    if (plan.path.length > 1) return small ? length : `${this.parts(plan, start).join(" + ")} = ${length}`;
    if (first.type === "straight") return length;
    return first.type === "back" || first.type === "aside" ? words.t(`ui.nine.part.${first.type}`, { length }) : `${this.parts(plan, start)[0]} = ${length}`;
  }

  /** The parts of a path, in words. @param {Plan} plan @param {import("#js/panels/ninth_age/block.js").Block} start */
  parts(plan, start) {
    const { words } = this;
    const blocks = along(start, plan.path);
    return plan.path.map((part, i) => {
      const block = blocks[i] ?? start;
      if (part.type === "wheel")
        return words.t("ui.nine.part.wheel", { degrees: degrees(part.turn), length: words.inches(wheelCost(block, part.turn)) });
      if (part.type === "turn") return words.t("ui.nine.part.turn", { degrees: degrees(part.turn) });
      if (part.type === "form") return words.t("ui.nine.part.turn", { degrees: degrees(between(block.facing, part.facing)) });
      const length = words.inches(Math.abs(part.length));
      return part.type === "straight" ? length : words.t(`ui.nine.part.${part.type}`, { length });
    });
  }

  /** @param {Plan} plan */
  charged(plan) {
    const chance = plan.preview?.chances?.[0];
    return chance ? `${this.words.inches(chance.distance)} · ${this.words.percent(chance.thousandths / 1000)}` : "";
  }

  /** @param {Plan} plan */
  turned(plan) {
    const block = this.play.formed(plan.unit);
    if (!block || plan.kind === "join") return "";
    if (plan.kind === "enter") return this.words.within(plan.preview?.used ?? 0, plan.preview?.allowance ?? 0);
    const turn = plan.kind === "deploy" && this.play.setup.enters ? 0 : ((plan.facing - block.facing + 540_000) % 360_000) - 180_000;
    const formation = plan.kind !== "wander" && block.count > 1 ? this.words.t("ui.nine.formation", { files: plan.files, ranks: Math.ceil(block.count / plan.files) }) : "";
    return [formation, Math.round(turn / 1000) ? this.words.t("ui.nine.part.turn", { degrees: degrees(turn) }) : ""].filter(Boolean).join(" · ");
  }

  /** What shots would bring, over each target. @param {string} [only] @returns {Tag[]} */
  shots(only = "") {
    const { words, play } = this;
    return play.looks.shots.value
      .filter((shot) => !only || shot.unit === only)
      .flatMap((shot) => {
        const at = this.beside(shot.unit);
        const need = shot.volleys?.[0]?.need;
        const expected = words.decimal((shot.losses ?? 0) / 1000);
        const text = need ? words.t("ui.nine.aim", { need, expected }) : words.t("ui.nine.aim_sure", { expected });
        return at ? [{ ...at, text, look: "shot" }] : [];
      });
  }
}

/** Whole degrees of a turn. @param {number} turn */
const degrees = (turn) => Math.round(Math.abs(turn) / 1000);

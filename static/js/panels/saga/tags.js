/** The tags of SAGA's table: ranges, odds, distances. Which ones there are; board/tags.js finds them room. */
import { bounds, middle } from "#js/board/hull.js";
import { bandTags } from "#js/board/overlays.js";
import { INCH } from "#js/board/space.js";
import { spread } from "#js/board/tags.js";
import { isJudged, lengthOf, wayOf } from "#js/panels/saga/plan.js";

/** @typedef {import("#js/panels/saga/game.js").Game} Game */
/** @typedef {import("#js/board/tags.js").Tag} Tag */
/** @typedef {import("#js/board/tokens.js").Base} Base */
/** @typedef {import("#js/types.js").Aim} Aim */
/** @typedef {import("#js/panels/saga/plan.js").Plan} Plan */
/** @typedef {[number, number]} Point */

const SECTORS = 8;
/** The zoom under which glyphs are hidden too. */
const FAR = 0.55;

export class SagaTags {
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
    const aims = !plan ? this.aims() : plan.kind === "engage" || plan.kind === "shoot" ? this.aims(plan.target) : [];
    const tags = [...this.game.measuredTags(), ...(plan ? this.moved(plan) : []), ...aims, ...this.bands()];
    if (!tags.length) return [];
    const ghosts = plan ? game.ghostBases(plan) : [];
    const bases = ghosts.map(({ x, y, r }) => ({ x: x * k, y: y * k, width: 2 * r * k, height: 2 * r * k }));
    const { plates, things } = game.board.taken.value;
    return spread(tags, k, [...plates, ...(this.isFar ? things : []), ...bases], game.board.space);
  }

  /** Whether the table is shown so small that only the most needed fits. */
  get isFar() {
    return this.game.board.zoom.value < FAR;
  }

  /** @param {{key: string, length: number}} band */
  bandName({ key, length }) {
    return `${this.words.line({ key: this.words.has(`saga.band.${key}`) ? `saga.band.${key}` : key })} ${Math.round(length / INCH)}″`;
  }

  /** @returns {Tag[]} */
  bands() {
    const { game } = this;
    const bases = game.banded();
    if (!bases.length || this.isFar) return [];
    const { bands } = game.match.view.value.fixed;
    return bandTags(bases, bands, game.board.space, (band) => this.bandName(band), this.away());
  }

  /** Direction of the band tags: away from the move. @returns {Point} */
  away() {
    const sector = this.game.sector.value;
    const angle = (sector / SECTORS) * 2 * Math.PI;
    if (Number.isNaN(sector)) return [-0.62, 0.78];
    // Tags in a row would cover each other: never level.
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return Math.abs(y) < 0.5 ? [x < 0 ? -0.7 : 0.7, 0.71] : [x, y];
  }

  /** How far the plan goes, of what is allowed. @param {Plan} plan @returns {Tag[]} */
  moved(plan) {
    const { words, game } = this;
    const from = game.bases.value[plan.unit] ?? [];
    const to = game.ghostBases(plan);
    if (plan.kind === "deploy" || !from.length || !to.length || (plan.kind !== "move" && !plan.preview?.used)) return [];
    const bad = isJudged(plan) && Boolean(plan.preview?.refusal);
    const used = isJudged(plan) && plan.preview?.used && !bad ? plan.preview.used : lengthOf(wayOf(plan, this.play.poses(plan.unit)));
    const allowance = plan.preview?.allowance || this.play.reach.value?.allowance || 0;
    const text = allowance ? this.usedOf(used, allowance) : words.inches(used);
    if (plan.kind === "engage") {
      const [a, b] = [middle(from), middle(to)];
      return [{ at: [(a[0] + b[0]) / 2 + 64, (a[1] + b[1]) / 2], text, look: "meas" }];
    }
    const box = bounds(to);
    const side = game.board.space.way * plan.dx < 0 ? box.left - 56 : box.right + 56;
    return [{ at: [side, (box.top + box.bottom) / 2], text, look: bad ? "meas bad" : "meas" }];
  }

  /** A length of an allowance, by the name of its band where it has one. @param {number} used @param {number} allowance */
  usedOf(used, allowance) {
    const band = this.game.match.view.value.fixed.bands.find((b) => b.length === allowance);
    return this.words.within(used, allowance, band && this.bandName(band));
  }

  /** Dice and odds over the enemies that can be engaged or shot. @param {string} [only] @returns {Tag[]} */
  aims(only = "") {
    const inv = 1 / this.game.board.zoom.value;
    return this.play.aims.value
      .filter((aim) => !only || aim.unit === only)
      .flatMap((aim) => {
        const bases = this.game.bases.value[aim.unit] ?? [];
        if (!bases.length) return [];
        const box = bounds(bases);
        const below = this.game.isUpper(this.play.card(aim.unit)?.side ?? "");
        const y = below ? box.bottom + 14 * inv : box.top - 14 * inv;
        const at = /** @type {Point} */ ([(box.left + box.right) / 2, y]);
        return [{ at, text: this.aimText(aim), look: aim.kind === "engage" ? "fight" : "shot", push: below ? 1 : -1 }];
      });
  }

  /** @param {Aim} aim */
  aimText(aim) {
    return this.words.t(`ui.aim.${this.isFar ? "short" : aim.kind}`, {
      dice: aim.dice,
      need: aim.need,
      expected: this.words.decimal((aim.expected ?? 0) / 1000),
    });
  }
}

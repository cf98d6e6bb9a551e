/** From a view to what is drawn: pieces of terrain, units with their bases. Pure. */
import { inRing, middle } from "#js/board/hull.js";
import { PX } from "#js/board/space.js";

/** @typedef {import("#js/types.js").View} View */
/** @typedef {import("#js/board/space.js").Space} Space */
/** @typedef {import("#js/board/tokens.js").Token} Token */
/** @typedef {import("#js/board/tokens.js").Base} Base */
/** @typedef {import("#js/board/terrain.js").Piece} Piece */

/** Drawn radius of a model's base. @param {View} view @param {string} model */
export function radius(view, model) {
  const base = view.fixed.bases[view.fixed.models[model]?.base ?? ""];
  return base ? (base.type === "round" ? base.radius : Math.min(base.width, base.depth) / 2) * PX : 10;
}

/** @param {View} view @param {Space} space @param {(key: string) => string} word @returns {Piece[]} */
export function pieces(view, space, word) {
  return Object.entries(view.fixed.terrain).map(([id, piece]) => ({
    id,
    look: piece.look,
    outline: piece.outline.map((p) => space.px(p)),
    solid: (piece.traits ?? []).includes("impassable"),
    name: piece.name ? word(piece.name) : "",
  }));
}

/** Bases of every unit that stands on the table, by unit. @param {View} view @param {Space} space */
export function basesByUnit(view, space) {
  /** @type {{[unit: string]: Base[]}} */
  const units = {};
  for (const [id, pose] of Object.entries(view.models ?? {})) {
    const unit = view.fixed.models[id]?.unit;
    if (!unit) continue;
    const [x, y] = space.px(pose);
    (units[unit] ??= []).push({ id, x, y, r: radius(view, id) });
  }
  return units;
}

/** Ids of the areas whose outline holds the middle of a unit. @param {Piece[]} all @param {Base[]} bases */
export function over(all, bases) {
  if (!bases.length) return new Set(/** @type {string[]} */ ([]));
  const at = middle(bases);
  return new Set(
    all
      .filter((piece) => inRing(at, piece.outline) || bases.some((b) => inRing([b.x, b.y], piece.outline)))
      .map((piece) => piece.id),
  );
}

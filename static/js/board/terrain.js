/**
 * Terrain drawn from its outline and its look. Decoration is seeded by the piece's id, so players,
 * watchers and replays see the same wood.
 */
import { nothing, svg } from "#vendor/lit-html/lit-html.js";
import { placeNames } from "#js/board/labels.js";
import { area, centre, inset, longSide, midline, scatter } from "#js/board/scatter.js";
import { seeded } from "#js/board/seed.js";
import { PX_PER_INCH } from "#js/board/space.js";

/** @typedef {[number, number]} Point */
/** @typedef {{id: string, look: string, outline: Point[], solid: boolean, name: string}} Piece drawn places */
/** @typedef {import("#vendor/lit-html/lit-html.js").TemplateResult<2>} Svg */

/** @param {readonly Point[]} ring */
export const points = (ring) => ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

const INCH = PX_PER_INCH;

/** @param {number} lobes @param {number} radius @param {number} phase */
function scallop(lobes, radius, phase) {
  const reach = radius * 0.86;
  const bulge = (reach * Math.sin(Math.PI / lobes) * 1.08).toFixed(2);
  const at = (/** @type {number} */ i) => {
    const angle = phase + (i / lobes) * 2 * Math.PI;
    return `${(Math.cos(angle) * reach).toFixed(2)} ${(Math.sin(angle) * reach).toFixed(2)}`;
  };
  const arcs = Array.from({ length: lobes }, (_, i) => `A${bulge} ${bulge} 0 0 1 ${at(i + 1)}`);
  return `M${at(0)}${arcs.join("")}Z`;
}

/** Gradients, symbols and patterns that the whole table refers to. */
export function definitions() {
  return svg`<defs>
    ${["a", "b"].map(
      (side) => svg`<radialGradient id="f-${side}" cx=".38" cy=".32" r=".8">
      <stop offset="0" class="stop-${side}0"/><stop offset=".55" class="stop-${side}1"/><stop offset="1" class="stop-${side}2"/>
    </radialGradient>`,
    )}
    ${[0, 1, 2].map(
      (i) => svg`<radialGradient id="can${i}" cx=".36" cy=".3" r=".75">
      <stop offset="0" class="can-${i}0"/><stop offset=".5" class="can-${i}1"/><stop offset="1" class="can-${i}2"/>
    </radialGradient>
    <symbol id="tree${i}" viewBox="-12 -12 24 24" overflow="visible">
      <path class="canopy" d=${scallop(9 + (i % 2), 10.4, i * 1.3)} fill="url(#can${i})"/>
      <path class="canopy-hi" d=${scallop(6, 5.2, i + 0.4)} transform="translate(-2.2 -2.6)"/>
    </symbol>`,
    )}
    <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ink" width="1.5" height="8"/></pattern>
    <pattern id="fled" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="fled-ink" width="1.6" height="7"/></pattern>
    ${["path", "charge"].map(
      (
        kind,
      ) => svg`<marker id="arrow-${kind}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.2" markerHeight="4.2" orient="auto">
      <path class=${kind === "path" ? "arrow-ink" : "arrow-ink-charge"} d="M0 0 10 5 0 10 2.6 5z"/></marker>`,
    )}
  </defs>`;
}

/** @param {Piece} piece */
function wood(piece) {
  const count = Math.max(5, Math.min(40, Math.round(area(piece.outline) / INCH ** 2 / 2)));
  const trees = scatter(piece.outline, seeded(piece.id), { count, low: 0.55 * INCH, high: 0.95 * INCH, gap: 0.72 });
  return svg`<polygon class="floor" points=${points(piece.outline)}/>
    <g class="crowns" data-piece=${piece.id}>${trees.map(
      ({ x, y, r, kind }) => svg`
      <ellipse class="tsh" cx=${x + r * 0.28} cy=${y + r * 0.36} rx=${r * 1.02} ry=${r * 0.98}/>
      <use href="#tree${kind}" x=${x - r} y=${y - r} width=${r * 2} height=${r * 2}/>`,
    )}</g>`;
}

/** @param {Piece} piece */
function hill(piece) {
  const rings = [piece.outline, inset(piece.outline, 1.05 * INCH), inset(piece.outline, 2.05 * INCH)];
  const [cx, cy] = centre(piece.outline);
  const ticks = rings.slice(0, 2).flatMap((ring, depth) =>
    along(ring, depth ? 1.5 * INCH : 1.1 * INCH).map(([x, y]) => {
      const away = Math.hypot(cx - x, cy - y) || 1;
      const reach = (depth ? 9 : 11) / away;
      return `M${x.toFixed(1)} ${y.toFixed(1)}l${((cx - x) * reach).toFixed(1)} ${((cy - y) * reach).toFixed(1)}`;
    }),
  );
  return svg`${rings.map((ring, i) => svg`<polygon class="ring r${i}" points=${points(ring)}/>`)}<path class="hach" d=${ticks.join("")}/>`;
}

/** Places along a ring, about `step` apart. @param {Point[]} ring @param {number} step @returns {Point[]} */
function along(ring, step) {
  return ring.flatMap(([x, y], i) => {
    const [nx, ny] = /** @type {Point} */ (ring[(i + 1) % ring.length]);
    const n = Math.max(1, Math.round(Math.hypot(nx - x, ny - y) / step));
    return Array.from({ length: n }, (_, k) => /** @type {Point} */ ([x + ((nx - x) * k) / n, y + ((ny - y) * k) / n]));
  });
}

/** @param {Piece} piece */
function hedge(piece) {
  const next = seeded(piece.id);
  const bushes = midline(piece.outline, 0.46 * INCH).map(([x, y]) => ({
    x: x + (next() - 0.5) * 2.8,
    y: y + (next() - 0.5) * 2.8,
    r: (0.3 + next() * 0.14) * INCH,
  }));
  return svg`<polygon class="base" points=${points(piece.outline)}/>
    ${bushes.map(({ x, y, r }) => svg`<circle class="tsh" cx=${x + 1.8} cy=${y + 2.6} r=${r}/>`)}
    ${bushes.map(({ x, y, r }) => svg`<circle class="bush" cx=${x} cy=${y} r=${r}/><circle class="hi" cx=${x - r * 0.25} cy=${y - r * 0.3} r=${r * 0.5}/>`)}`;
}

/** @param {Piece} piece */
function wall(piece) {
  const next = seeded(piece.id);
  const turn = (longSide(piece.outline) * 180) / Math.PI;
  const stones = midline(piece.outline, 0.5 * INCH);
  return svg`<polygon class="base" points=${points(piece.outline)} transform="translate(2 3)"/>
    ${stones.map(([x, y]) => {
      const size = (0.4 + next() * 0.08) * INCH;
      return svg`<g transform="translate(${x} ${y}) rotate(${turn + (next() - 0.5) * 14})"><rect class="stone" x=${-size / 2} y=${-size / 2} width=${size} height=${size} rx="2"/>
        <rect class="stone-hi" x=${-size / 2 + 1.5} y=${-size / 2 + 1.5} width=${size * 0.5} height=${size * 0.3} rx="1"/></g>`;
    })}`;
}

/** @param {Piece} piece */
function rocks(piece) {
  const next = seeded(piece.id);
  const count = Math.max(3, Math.min(24, Math.round(area(piece.outline) / INCH ** 2)));
  const spots = scatter(piece.outline, next, { count, low: 0.4 * INCH, high: 0.9 * INCH, gap: 0.7, inside: 0.8 });
  const boulder = (/** @type {number} */ r) =>
    Array.from({ length: 7 }, (_, i) => {
      const reach = r * (0.75 + next() * 0.25);
      return /** @type {Point} */ ([Math.cos((i / 7) * 6.283) * reach, Math.sin((i / 7) * 6.283) * reach]);
    });
  return svg`<polygon class="plain ${piece.solid ? "solid" : ""}" points=${points(piece.outline)}/>
    ${spots.map(({ x, y, r }) => {
      const ring = boulder(r);
      return svg`<g transform="translate(${x} ${y})"><polygon class="tsh" points=${points(ring)} transform="translate(3 4)"/><polygon class="stone" points=${points(ring)}/>
        <polygon class="stone-hi" points=${points(ring)} transform="translate(${-r * 0.15} ${-r * 0.2}) scale(.5)"/></g>`;
    })}`;
}

/** @param {Piece} piece */
function field(piece) {
  const turn = (longSide(piece.outline) * 180) / Math.PI;
  const id = `furrow-${piece.id}`;
  return svg`<pattern id=${id} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn.toFixed(1)})">
      <rect class="furrow-0" width="9" height="9"/><rect class="furrow-1" width="9" height="4.2"/>
      <path class="furrow-ink" d="M0 4.2H9"/><path class="furrow-hi" d="M1 7h1.5M5.5 6.3h1.2"/></pattern>
    <polygon class="soil" points=${points(piece.outline)} fill="url(#${id})"/>`;
}

/** @param {Piece} piece */
function marsh(piece) {
  const reeds = scatter(piece.outline, seeded(piece.id), {
    count: 16,
    low: 0.25 * INCH,
    high: 0.3 * INCH,
    gap: 1.2,
    inside: 1.4,
  });
  return svg`<polygon class="water" points=${points(piece.outline)}/><polygon class="water in" points=${points(inset(piece.outline, 0.7 * INCH))}/>
    ${reeds.map(({ x, y }) => svg`<path class="reed" d="M${x - 4} ${y + 3}h8M${x} ${y + 2}v-8M${x - 2.6} ${y + 2}l-1.6-5.5M${x + 2.6} ${y + 2}l1.8-6"/>`)}`;
}

/** @param {Piece} piece */
function water(piece) {
  const waves = scatter(piece.outline, seeded(piece.id), {
    count: 9,
    low: 0.4 * INCH,
    high: 0.5 * INCH,
    gap: 1.3,
    inside: 1.2,
  });
  return svg`<polygon class="water ${piece.solid ? "solid" : ""}" points=${points(piece.outline)}/><polygon class="water in" points=${points(inset(piece.outline, 0.7 * INCH))}/>
    ${waves.map(({ x, y }) => svg`<path class="wave" d="M${x - 8} ${y}q4-4 8 0t8 0M${x - 5} ${y + 5}q3-3 6 0t6 0"/>`)}`;
}

/** @param {Piece} piece */
function building(piece) {
  const ring = piece.outline;
  const turn = (longSide(ring) * 180) / Math.PI;
  const id = `thatch-${piece.id}`;
  const ridge = midline(ring, INCH);
  return svg`<pattern id=${id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn.toFixed(1)})">
      <rect class="thatch-0" width="5" height="5"/><path class="thatch-1" d="M1 0V5M3.6 0V5"/></pattern>
    <polygon class="sh" points=${points(ring)} transform="translate(4 6)"/><polygon class="roof" points=${points(ring)} fill="url(#${id})"/>
    <polyline class="ridge" points=${points(ridge)}/>`;
}

/** @param {Piece} piece */
function ruin(piece) {
  return svg`<polygon class="floor ${piece.solid ? "solid" : ""}" points=${points(piece.outline)}/>
    ${along(piece.outline, 0.62 * INCH)
      .filter((_, i) => i % 4 !== 3)
      .map(([x, y], i) => {
        const size = 8 + (i % 3) * 2;
        return svg`<g transform="translate(${x} ${y})"><rect class="stone" x=${-size / 2} y=${-size / 2} width=${size} height=${size} rx="2"/></g>`;
      })}`;
}

/** @param {Piece} piece */
const plain = (piece) => svg`<polygon class="plain ${piece.solid ? "solid" : ""}" points=${points(piece.outline)}/>`;

/** @type {{[look: string]: [css: string, draw: (piece: Piece) => Svg]}} */
const RECIPES = {
  wood: ["wood", wood],
  hill: ["hill", hill],
  hedge: ["hedge", hedge],
  wall: ["wall", wall],
  field: ["field", field],
  marsh: ["marsh", marsh],
  water: ["lake", water],
  hut: ["building", building],
  building: ["building", building],
  ruin: ["ruin", ruin],
  rocks: ["rocks", rocks],
};
const NAMELESS = new Set(["hedge", "wall"]);

/** All terrain of a table; its names are drawn into the last group. @param {Piece[]} pieces */
export function terrainLayer(pieces) {
  return svg`${definitions()}
    ${pieces.map((piece) => {
      const [css, draw] = RECIPES[piece.look] ?? ["other", plain];
      return svg`<g class="${css} ${piece.solid ? "" : "passable"}" role="img" aria-label=${piece.name || piece.look}>${draw(piece)}</g>`;
    })}
    <g class="tnames"></g>`;
}

const LETTER = 7;
const LINE = 17;

/**
 * The names of the pieces, where they cover nothing that is played with.
 * @param {readonly Piece[]} pieces @param {{height: number}} table drawn size @param {number} k zoom
 * @param {readonly import("#js/board/tags.js").Box[]} taken in pixels of the screen
 */
export function nameLayer(pieces, table, k, taken) {
  const named = pieces.filter((piece) => piece.name && !NAMELESS.has(piece.look));
  const labels = named.map(({ id, name, outline }) => {
    const ys = outline.map(([, y]) => y * k);
    const x = (centre(outline)[0] ?? 0) * k;
    const edges = { left: x, right: x, top: Math.min(...ys), bottom: Math.max(...ys) };
    return { id, edges, width: name.length * LETTER, height: LINE, home: /** @type {1} */ (1) };
  });
  const put = placeNames(labels, taken, { left: 0, right: 0, top: 0, bottom: table.height * k });
  return svg`${named.map(({ id, name }, i) => {
    const { x, y } = put.get(id) ?? { x: labels[i]?.edges.left ?? 0, y: (labels[i]?.edges.bottom ?? 0) + LINE / 2 };
    return svg`<g transform="translate(${(x / k).toFixed(1)} ${(y / k).toFixed(1)})"><text class="tname ${put.has(id) ? "" : "gone"}">${name}</text></g>`;
  })}`;
}

/**
 * What is drawn on the table for a player: shapes that the server sends by style, range bands, paths and
 * tags. Every line lies over a dark casing, so that nobody mistakes it for scenery.
 */
import { nothing, svg } from "#vendor/lit-html/lit-html.js";
import { tagPlace, unionPath } from "#js/board/bands.js";
import { PX, PX_PER_INCH } from "#js/board/space.js";
import { tagSize } from "#js/board/tags.js";

/** @typedef {[number, number]} Point */
/** @typedef {import("#js/board/space.js").Space} Space */
/** @typedef {import("#js/types.js").Shape} Shape */
/** @typedef {import("#js/types.js").Line} Line */
/** @typedef {import("#js/board/tokens.js").Base} Base */

/**
 * How a style of the rules is drawn. A style that is not listed is drawn as a note (docs/frontend.md).
 * @type {{[style: string]: string}}
 */
const STYLES = {
  reach: "legal",
  zone: "legal",
  better: "legal",
  reach_slow: "slower",
  objective: "mark",
  breach: "illegal",
  stopped: "illegal",
  ghost_bad: "illegal",
  target: "illegal",
  sight_blocked: "illegal",
  threat_sure: "sure",
  threat_even: "even",
  threat_far: "distant",
  aligned: "aligned",
  wheel: "wheel",
  path: "model",
  charge: "foe",
  flight: "flight",
  sight: "sight",
  sight_far: "far",
  template: "template",
  scatter: "scatter",
  ball: "shot",
};

/** @param {string} style */
export function drawnAs(style) {
  return STYLES[style] ?? "note";
}

/** @param {readonly Point[]} ring */
const ringPath = (ring) => `M${ring.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L")}Z`;
/** @param {readonly Point[]} line */
const linePath = (line) => `M${line.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L")}`;

/** A filled outline in one of the area looks. @param {string} d @param {string} look */
function areaOf(d, look) {
  const hatch = look === "legal" ? svg`<path class="ov-fill legal-hatch" fill-rule="evenodd" d=${d}/>` : nothing;
  return svg`<path class="ov-fill ${look}-fill" fill-rule="evenodd" d=${d}/>${hatch}
    <path class="ov ov-case" d=${d}/><path class="ov ${look}-line" d=${d}/>`;
}

/** @type {{[look: string]: [casing: string, line: string, arrow: string]}} */
const LINES = {
  sight: ["thin-case", "trail-sight", ""],
  far: ["thin-case", "trail-far", ""],
  illegal: ["thin-case", "trail-blocked", ""],
  model: ["thin-case", "trail-model", ""],
  foe: ["thin-case", "trail-foe", ""],
  path: ["trail-case", "trail", "url(#arrow-path)"],
  charge: ["trail-case", "trail-charge", "url(#arrow-charge)"],
  last: ["thin-case", "trail-last", ""],
  flight: ["thin-case", "trail-flight", "url(#arrow-path)"],
  shot: ["thin-case", "trail-shot", "url(#arrow-charge)"],
  scatter: ["thin-case", "trail-flight", "url(#arrow-path)"],
  limit: ["thin-case", "trail-limit", ""],
  arc: ["thin-case", "trail-arc", ""],
};

/** A line of drawn points. @param {readonly Point[]} line @param {string} look */
export function trail(line, look) {
  const [casing, css, arrow] = LINES[look] ?? /** @type {[string, string, string]} */ (LINES["model"]);
  const d = linePath(line);
  return svg`<path class="ov ${casing}" d=${d}/><path class="ov ${css}" d=${d} marker-end=${arrow || nothing}/>`;
}

/** A tag of constant size. @param {Point} at @param {string} text @param {string} [look] */
export function tag(at, text, look = "") {
  const { width, height } = tagSize(text, look);
  return svg`<g transform="translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})"><g class="tag ${look}">
    <rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx=${height / 2}/><text>${text}</text></g></g>`;
}

/**
 * Shapes of a preview or a refusal.
 * @param {readonly Shape[]} shapes @param {Space} space @param {(line: Line) => string} word
 */
export function shapeLayer(shapes, space, word) {
  return svg`${shapes.map((shape) => {
    const look = drawnAs(shape.style);
    switch (shape.type) {
      case "area":
        return areaOf(shape.rings.map((ring) => ringPath(ring.map((p) => space.px(p)))).join(""), areaLook(look));
      case "trail":
        return trail(
          shape.points.map((p) => space.px(p)),
          look === "note" ? "model" : look,
        );
      case "disc":
        return areaOf(circle(space.px(shape.at), shape.radius * PX), areaLook(look));
      case "label":
        return tag(space.px(shape.at), word(shape.line), look === "illegal" ? "bad" : look);
    }
  })}`;
}

const AREAS = new Set(["legal", "slower", "illegal", "mark", "sure", "even", "distant", "aligned", "wheel", "template"]);

/** @param {string} look */
const areaLook = (look) => (AREAS.has(look) ? look : "note");

/** A filled outline of drawn points. @param {readonly Point[]} ring @param {string} look */
export const patch = (ring, look) => areaOf(ringPath(ring), look);

/** @param {Point} at @param {number} r */
function circle([x, y], r) {
  return `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0Z`;
}

/** @typedef {{key: string, length: number}} Band */

/** @param {Base[]} bases @param {Band} band */
const grown = (bases, band) => bases.map((b) => ({ x: b.x, y: b.y, r: b.r + band.length * PX }));

/** Range bands round a unit. @param {Base[]} bases @param {readonly Band[]} bands shortest first */
export function bandLayer(bases, bands) {
  return svg`<g clip-path="url(#tableclip)">${[...bands.entries()].reverse().map(([i, band]) => {
    const d = unionPath(grown(bases, band));
    return svg`<path class="ov ov-case" d=${d}/><path class="ov band band-${Math.min(i, 3)}" d=${d}/>`;
  })}</g>`;
}

/**
 * A tag for each band, on the side away from the move.
 * @param {Base[]} bases @param {readonly Band[]} bands @param {Space} space @param {(band: Band) => string} name @param {Point} away
 * @returns {import("#js/board/tags.js").Tag[]}
 */
export function bandTags(bases, bands, space, name, away) {
  return bands.flatMap((band) => {
    const at = tagPlace(grown(bases, band), away, space, 14);
    return at ? [{ at, text: name(band) }] : [];
  });
}

/** The rectangle of the table, to which bands are cut. @param {Space} space */
export function tableClip(space) {
  return svg`<clipPath id="tableclip"><rect width=${space.width} height=${space.height}/></clipPath>`;
}

/** Ticks across a leg of a way, one each inch. @param {Point} from @param {Point} to @param {number} gone before this leg */
function inches(from, to, gone) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const first = PX_PER_INCH - (gone % PX_PER_INCH);
  return Array.from({ length: Math.max(0, Math.ceil((length - 8 - first) / PX_PER_INCH)) }, (_, i) => {
    const at = first + i * PX_PER_INCH;
    return svg`<path class="inch" d="M${(from[0] + ux * at - uy * 4).toFixed(1)} ${(from[1] + uy * at + ux * 4).toFixed(1)}l${(uy * 8).toFixed(1)} ${(-ux * 8).toFixed(1)}"/>`;
  });
}

/**
 * The way of a formation: gold line with a tick each inch and a disc at each waypoint.
 * @param {readonly Point[]} way @param {"path" | "charge"} look
 */
export function route(way, look) {
  let gone = 0;
  const legs = way.slice(1).map((to, i) => {
    const from = way[i] ?? to;
    const ticks = inches(from, to, gone);
    gone += Math.hypot(to[0] - from[0], to[1] - from[1]);
    return ticks;
  });
  if (gone < 6) return nothing;
  return svg`${trail(way, look)}${legs}${way.slice(1, -1).map(([x, y]) => svg`<g transform="translate(${x} ${y})"><circle class="way" r="6"/></g>`)}`;
}

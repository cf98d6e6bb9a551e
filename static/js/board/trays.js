/**
 * Units that stand in ranks: a tray with one base beside the other and a front that is told apart at any
 * zoom. A whole block is one path filled with a pattern of its base, so that four hundred models are a few
 * nodes, and a move writes one transform.
 */
import { nothing, svg } from "#vendor/lit-html/lit-html.js";
import { round2 } from "#js/board/space.js";
import { depthOf, floor, frame, insetOf, into, isFlipped, placed, ranksFloor, widthOf } from "#js/board/tray.js";

/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {"a" | "b"} Look */

const RIM = 2;
const CHEVRON = 7;
/** Where the light's shadow of a standing tray lies, and that of a lifted one. */
const SHADOW = { x: 3, y: 5 };

/** @param {Look} look @param {string} picture @param {Tray} tray @param {boolean} [flipped] @param {string} [kin] ghosts have patterns of their own: their unit may not stand anywhere yet */
const patternId = (look, picture, { cell, row, gap = 0, round }, flipped = false, kin = "") =>
  `cells${kin}-${look}-${picture}-${round2(cell)}-${round2(row)}${gap ? `-${round2(gap)}` : ""}${round ? "-r" : ""}${flipped ? "-f" : ""}`.replace(/[^\w-]/g, "_");

/** One base, its corner at the origin. @param {Look} look @param {string} d the picture @param {Tray} tray @param {boolean} flipped */
function cellOf(look, d, { cell, row, round }, flipped) {
  const size = Math.min(cell, row) * (round ? 0.85 : 1);
  const scale = ((size * 0.66) / 24).toFixed(3);
  return svg`<rect class="fld" x=".7" y=".7" width=${round2(cell - 1.4)} height=${round2(row - 1.4)} rx=${round ? row / 2 : 1.5}/>
    ${look === "b" ? svg`<rect class="tick" x="1.9" y="1.9" width=${round2(cell - 3.8)} height=${round2(row - 3.8)} rx=${round ? row / 2 : 1}/>` : nothing}
    <path class="gl" d=${d} transform="translate(${round2(cell / 2)} ${round2(row / 2)}) rotate(${flipped ? 180 : 0}) scale(${scale}) translate(-12 -12)"/>`;
}

/**
 * The patterns of bases that trays are filled with.
 * @param {readonly {look: Look, glyph: string, tray: Tray}[]} units @param {(name: string) => string} glyph @param {string} [kin]
 */
export function patterns(units, glyph, kin = "") {
  /** @type {Map<string, unknown>} */
  const found = new Map();
  for (const { look, glyph: picture, tray } of units) {
    for (const flipped of [false, true]) {
      const id = patternId(look, picture, tray, flipped, kin);
      if (found.has(id)) continue;
      found.set(
        id,
        svg`<pattern id=${id} class="cells ${look}" width=${tray.cell + (tray.gap ?? 0)} height=${tray.row + (tray.gap ?? 0)} patternUnits="userSpaceOnUse">${cellOf(look, glyph(picture), tray, flipped)}</pattern>`,
      );
    }
  }
  return svg`<defs>${[...found.values()]}</defs>`;
}

/** The front edge: of a round base the part that looks ahead. @param {Tray} tray @param {number} left @param {number} top */
function frontEdge(tray, left, top) {
  if (!tray.round || tray.count > 1) return `M${round2(left - RIM)} ${round2(top - RIM)}H${round2(-left + RIM)}`;
  const r = tray.cell / 2 + RIM;
  const [x, y] = [round2(r * Math.SQRT1_2), round2(-r * Math.SQRT1_2)];
  return `M${-x} ${y}A${round2(r)} ${round2(r)} 0 0 1 ${x} ${y}`;
}

/**
 * A tray as it stands: shadow, rim, bases, command, front and chevron. `data-tray` is what a walk moves.
 * @param {string} id @param {Look} look @param {string} picture @param {Tray} tray @param {(name: string) => string} glyph @param {string} [kin]
 */
export function trayBody(id, look, picture, tray, glyph, kin = "") {
  const [w, d] = [widthOf(tray), depthOf(tray)];
  const [left, top] = [-w / 2, -d / 2];
  const flipped = isFlipped(tray);
  const shadow = into({ ...tray, x: 0, y: 0 }, [SHADOW.x, SHADOW.y]);
  return svg`<g class="tray" data-tray=${id} transform=${placed(tray)}>
    <path class="tsh" d=${floor(tray, RIM)} transform="translate(${round2(left + shadow[0])} ${round2(top + shadow[1])})"/>
    <path class="blk ${tray.gap ? "loose" : ""}" d=${floor(tray, RIM)} transform="translate(${round2(left)} ${round2(top)})"/>
    <g transform="translate(${round2(left + insetOf(tray))} ${round2(top)})"><path class="body" d=${ranksFloor(tray)} fill="url(#${patternId(look, picture, tray, flipped, kin)})"/>
      ${Object.entries(tray.command).map(
        ([place, name]) =>
          svg`<g class="cells ${look}" transform="translate(${round2(Number(place) * (tray.cell + (tray.gap ?? 0)))} 0)">${cellOf(look, glyph(name), tray, flipped)}</g>`,
      )}<path class="fled" d=${ranksFloor(tray)}/></g>
    <path class="front" d=${frontEdge(tray, left, top)}/>
    <g transform="translate(0 ${round2(top - RIM - 3)})"><path class="chev" d="M${-CHEVRON} -2 0 -8 ${CHEVRON} -2"/></g>
    <g transform="translate(0 ${round2(top - RIM - 3)})"><path class="chev back" d="M${-CHEVRON} -8 0 -2 ${CHEVRON} -8"/></g></g>`;
}

/**
 * A tray where it would stand.
 * @param {{look: Look, glyph: string}} unit @param {Tray} tray @param {boolean} bad @param {(name: string) => string} glyph
 */
export function trayGhost(unit, tray, bad, glyph) {
  return svg`${patterns([{ ...unit, tray }], glyph, "-ghost")}<g class="unit ghost ${unit.look} ${bad ? "bad" : ""}">${trayBody("", unit.look, unit.glyph, tray, glyph, "-ghost")}
    <polygon class="ghull ${bad ? "bad" : ""}" points=${frame(tray, RIM + 1)}/></g>`;
}

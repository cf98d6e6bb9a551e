/**
 * Two coordinate systems and the one place where they meet. The server measures in 1/100 mm from the
 * bottom left corner, y up; the board draws in pixels of 20 to the inch from the top left, y down. Whoever
 * sits at the far edge has the table turned: everything is drawn half round, and words stand upright all the same.
 */
import { signal } from "#vendor/signals-core/signals-core.js";

export const INCH = 2540;
export const PX_PER_INCH = 20;
export const PX = PX_PER_INCH / INCH;

/** @typedef {[number, number]} Point */

export class Space {
  /** @param {number} width @param {number} height of the table, 1/100 mm */
  constructor(width, height) {
    this.tableWidth = width;
    this.tableHeight = height;
    this.width = width * PX;
    this.height = height * PX;
    /** Whether the far edge of the table is the lower one of the screen. */
    this.turned = signal(false);
  }

  /** 1 as the table is measured, -1 where it is turned. */
  get way() {
    return this.turned.value ? -1 : 1;
  }

  /** Drawn place of a table point. @param {Readonly<[number, number, number?]>} point @returns {Point} */
  px([x, y]) {
    const { turned, tableWidth, tableHeight } = this;
    return turned.value ? [round2((tableWidth - x) * PX), round2(y * PX)] : [round2(x * PX), round2((tableHeight - y) * PX)];
  }

  /** Table point (whole 1/100 mm) of a drawn place. @param {Readonly<Point>} place @returns {Point} */
  table([px, py]) {
    const [x, y] = [px / PX, this.tableHeight - py / PX];
    return this.turned.value ? [Math.round(this.tableWidth - x), Math.round(this.tableHeight - y)] : [Math.round(x), Math.round(y)];
  }

  /** A drawn displacement as a table displacement. @param {number} dx @param {number} dy @returns {Point} */
  shift(dx, dy) {
    return [Math.round((this.way * dx) / PX), Math.round((this.way * -dy) / PX)];
  }

  /** Degrees clockwise on the screen of a facing of the table, in 1/1000 degree. @param {number} facing */
  degrees(facing) {
    return (facing / 1000 + (this.turned.value ? 180 : 0)) % 360;
  }
}

/** @param {number} value */
export const round2 = (value) => Math.round(value * 100) / 100;

/**
 * Two coordinate systems and the one place where they meet. The server measures in 1/100 mm from the
 * bottom left corner, y up; the board draws in pixels of 20 to the inch from the top left, y down.
 */

export const INCH = 2540;
export const PX_PER_INCH = 20;
export const PX = PX_PER_INCH / INCH;

/** @typedef {[number, number]} Point */

export class Space {
  /** @param {number} width @param {number} height of the table, 1/100 mm */
  constructor(width, height) {
    this.tableHeight = height;
    this.width = width * PX;
    this.height = height * PX;
  }

  /** Drawn place of a table point. @param {Readonly<[number, number, number?]>} point @returns {Point} */
  px(point) {
    return [round2(point[0] * PX), round2((this.tableHeight - point[1]) * PX)];
  }

  /** Table point (whole 1/100 mm) of a drawn place. @param {Readonly<Point>} place @returns {Point} */
  table(place) {
    return [Math.round(place[0] / PX), Math.round(this.tableHeight - place[1] / PX)];
  }

  /** A drawn displacement as a table displacement. @param {number} dx @param {number} dy @returns {Point} */
  shift(dx, dy) {
    return [Math.round(dx / PX), Math.round(-dy / PX)];
  }
}

/** @param {number} value */
export const round2 = (value) => Math.round(value * 100) / 100;

/** Pictures by role, as paths in a square of 24: who leads, who rides, who flies, what is drawn by beasts. */

/** @type {{[name: string]: string}} */
const GLYPHS = {
  crown: "M4 18.4 2.6 7.6l5.2 3.9L12 4.4l4.2 7.1 5.2-3.9L20 18.4z M4.6 19.8h14.8v2.4H4.6z",
  swords:
    "M4.1 2.6 13.6 14l1.7-1.2 1.2 1.5-1.9 1.5 3.9 4.7-1.9 1.5-3.9-4.7-1.8 1.5-1.2-1.5 1.6-1.3L2.4 4.4z M19.9 2.6l1.7 1.8-6.2 7.4-1.8-2.1z M9.2 14.8l1.6 2-3.4 4.8-1.9-1.5z",
  shield:
    "M12 2.2c4.6 0 8 1.2 8 5.4 0 6.2-4 11.3-8 14.6-4-3.3-8-8.4-8-14.6 0-4.2 3.4-5.4 8-5.4z M10.8 5v5H6.7v2.4h4.1v5.8h2.4v-5.8h4.1V10h-4.1V5z",
  bow: "M6.2 2.4c8.4 1.2 13.2 6.4 14.8 15l-2.3.4C17.3 10.7 13.3 6.3 6.6 4.9z M4.2 5.2l1.7-1.6 14.6 14.5-1.7 1.7z M2.6 21.4l1.2-6.2 1.7 1.7 7-7 1.7 1.7-7 7 1.7 1.7z",
  horse: "M7 22c.2-5 2.6-7 2.2-9.6L6.3 14.2 3.6 11.6 8.4 5.2 9 1.8l3.2 2.7c5.6 1 8.2 7 7.6 17.5z",
  infantry: "M11 9h2v13h-2z M12 1.5l3.6 8H8.4z",
  monster: "M12 3c6 0 9 4 9 9-1.5-2-3-2.5-4.5-2.5.8 5-1.5 9.5-4.5 12-3-2.5-5.3-7-4.5-12C6 9.5 4.5 10 3 12c0-5 3-9 9-9z",
  chariot:
    "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z M11 5h2v14h-2z M5 11h14v2H5z",
  cart: "M1.5 4h2.8l1.4 2.4h16.8v7.4H4.6L3 6.4H1.5z M8 15a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 8 15z M18 15a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z",
  flyer: "M12 8.2C10 4.2 6 2 1.5 2.4 2.8 9.8 5.8 14 10.2 15.4L8.4 21.6h7.2l-1.8-6.2c4.4-1.4 7.4-5.6 8.7-13C18 2 14 4.2 12 8.2z",
  war_machine: "M2.5 12.5 17 4.5l2.5 4.4L5 17z M15 14a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M3 20h9v2H3z",
  star: "M12 1.8l2.9 6.9 7.3.6-5.6 4.8 1.7 7.2L12 17.4l-6.3 3.9 1.7-7.2L1.8 9.3l7.3-.6z",
  flag: "M6 2.5h2.2V22H6z M8.2 3.5c4-2 6 2 11.3 0v9.5c-5.3 2-7.3-2-11.3 0z",
  horn: "M3 9.5h3.5L17 4.5v15L6.5 14.5H3z M19 8.5c2.5 2 2.5 5 0 7z",
};

/** Roles whose picture has another name. @type {{[name: string]: string}} */
const ALIKE = { cavalry: "horse" };

/** The picture of a role; the line's shield where it has none. @param {string} name */
export const glyph = (name) => GLYPHS[ALIKE[name] ?? name] ?? GLYPHS["shield"] ?? "";

/**
 * The games of this table. Each has a folder with the panels of its own, whose `game.js` is a Game
 * (types.d.ts); only that of the match is loaded.
 */

/** @type {{[game: string]: () => Promise<import("#js/types.js").GameModule>}} */
export const GAMES = {
  ninth_age: () => import("#js/panels/ninth_age/game.js"),
  saga: () => import("#js/panels/saga/game.js"),
};

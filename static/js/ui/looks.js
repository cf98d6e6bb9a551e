/** How sides are told apart. Pure, for modules that draw nothing themselves. */

/** Which of the two looks a side has. @param {string} side @returns {"a" | "b"} */
export const look = (side) => (side === "a" ? "a" : "b");

/**
 * Every roll of a match, done again from the revealed secret: the reader's own check of the dice. The stream
 * is the public format of docs/dice.md.
 */

/** @typedef {{first: number, faces: readonly number[]}} Roll */
/** @typedef {{commitment: string, salts?: {[side: string]: string}, secret?: string}} Dice */
/** @typedef {{dice: number, wrong: number[], bound: boolean}} Audit `wrong` are numbers of draws; `bound`: the secret is the one promised */

const text = new TextEncoder();

/** @param {string} hex */
export const bytes = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** @param {Uint8Array<ArrayBuffer>} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/** What was published before the first roll. @param {Uint8Array} secret */
export async function commitment(secret) {
  const digest = await sha256(joined(text.encode("skald-dice-1:"), secret));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of the stream: the secret and every side's salt. @param {Uint8Array} secret @param {{[side: string]: string}} salts */
export async function streamKey(secret, salts) {
  const sides = Object.keys(salts)
    .sort()
    .map((side) => `${side}=${salts[side]}`)
    .join(";");
  const digest = await sha256(joined(secret, text.encode(`|${sides}`)));
  return crypto.subtle.importKey("raw", digest, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** The face of a draw, 1 to 6. @param {CryptoKey} key @param {number} number */
export async function face(key, number) {
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(number));
  let block = new Uint8Array(await crypto.subtle.sign("HMAC", key, message.buffer));
  for (;;) {
    const fair = block.find((byte) => byte < 252);
    if (fair !== undefined) return (fair % 6) + 1;
    block = new Uint8Array(await crypto.subtle.sign("HMAC", key, block));
  }
}

/** Check rolls against what is known of the dice; null while the secret is kept. @param {Dice} dice @param {readonly Roll[]} rolls @returns {Promise<Audit | null>} */
export async function audit(dice, rolls) {
  if (!dice.secret) return null;
  const secret = bytes(dice.secret);
  const key = await streamKey(secret, dice.salts ?? {});
  const checks = rolls.flatMap(({ first, faces }) =>
    faces.map(async (shown, i) => ((await face(key, first + i)) === shown ? [] : [first + i])),
  );
  const wrong = (await Promise.all(checks)).flat();
  return { dice: checks.length, wrong, bound: (await commitment(secret)) === dice.commitment };
}

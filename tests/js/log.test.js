import assert from "node:assert/strict";
import { test } from "node:test";
import { newestRolls, successes } from "#js/ui/rolls.js";
import { runs, settled } from "#js/ui/stream.js";

/** A told roll of one ruling, under one rule. @param {number} seq @param {string} rule @param {number} i */
const rolled = (seq, rule, i) => ({ key: `e${seq}.${i}`, seq, time: seq, told: { event: { type: "rolled", rule } } });
const said = { key: "r1", seq: 0, time: 1, remark: { id: 1 } };
const many = (/** @type {number} */ n, /** @type {number} */ seq, /** @type {string} */ rule) => Array.from({ length: n }, (_, i) => rolled(seq, rule, i));
/** @param {unknown[]} items */
const lengths = (items) => runs(/** @type {any} */ (items)).map((run) => run.length);

test("many rolls of one rule after each other fold into one line", () => {
  assert.deepEqual(lengths(many(12, 1, "FIELD-02")), [12]);
});

test("few rolls stand each on a line of their own", () => {
  assert.deepEqual(lengths(many(3, 1, "FIELD-02")), [1, 1, 1]);
});

test("what another rule, another ruling or a person says begins anew", () => {
  assert.deepEqual(lengths([...many(6, 1, "A"), ...many(6, 1, "B"), ...many(6, 2, "B"), said, ...many(2, 2, "B")]), [6, 6, 6, 1, 1, 1]);
});

/** A unit set up in a ruling. @param {number} seq @param {string} unit @param {boolean} [covered] whether it was taken back */
const placed = (seq, unit, covered = false) => ({ key: `p${seq}`, seq, time: seq, entry: { covered }, told: { event: { type: "placed", unit } } });

test("a unit that is set up again is told of once, where it came to stand", () => {
  const items = [placed(1, "u"), placed(2, "v"), said, placed(3, "u"), placed(4, "u", true)];
  assert.deepEqual(settled(/** @type {any} */ (items)).map(({ key }) => key), ["p2", "r1", "p3", "p4"]);
});

test("all rolls of the newest ruling lie in the tray, one that was taken back does not", () => {
  const roll = (/** @type {string} */ why, /** @type {number[]} */ faces, need = 0) => ({ event: { type: "rolled", why, faces, need } });
  const entries = [
    { told: [roll("old", [1])] },
    { told: [roll("hit", [3, 4, 6], 4), { event: { type: "moved" } }, roll("wound", [2, 5], 5)] },
    { told: [{ event: { type: "moved" } }] },
    { covered: true, told: [roll("undone", [6])] },
  ];
  const rolls = newestRolls(/** @type {any} */ (entries));
  assert.deepEqual(rolls.map(({ roll: { why } }) => why), ["hit", "wound"]);
  assert.deepEqual(rolls.map(({ roll: one }) => successes(one)), [2, 1]);
  assert.deepEqual(newestRolls([]), []);
});

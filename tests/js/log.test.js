import assert from "node:assert/strict";
import { test } from "node:test";
import { runs } from "#js/ui/stream.js";

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

import assert from "node:assert/strict";
import { test } from "node:test";
import { covered } from "#js/match.js";
import { backoff } from "#js/socket.js";
import { merge, place } from "#js/view.js";

test("a patch changes, adds and removes, and lists travel whole", () => {
  const view = { units: { a: { models: 8, marks: ["done"] }, b: { models: 4 } }, clock: { turn: 1 } };
  const patch = { units: { a: { models: 7, marks: ["tired", "done"] }, b: null, c: { models: 1 } } };
  assert.deepEqual(merge(view, patch), {
    units: { a: { models: 7, marks: ["tired", "done"] }, c: { models: 1 } },
    clock: { turn: 1 },
  });
});

test("what a patch does not touch stays the same object", () => {
  const view = { fixed: { width: 1 }, units: { a: { models: 1 }, b: { models: 2 } } };
  const next = /** @type {any} */ (merge(view, { units: { a: { models: 0 } } }));
  assert.equal(next.fixed, view.fixed);
  assert.equal(next.units.b, view.units.b);
  assert.notEqual(next.units, view.units);
  assert.equal(view.units.a.models, 1);
  assert.equal(merge(view, {}), view);
});

test("an object replaces a list and a value, as RFC 7396 has it", () => {
  assert.deepEqual(merge({ a: [1, 2] }, { a: { b: 1 } }), { a: { b: 1 } });
  assert.deepEqual(merge("x", { a: 1 }), { a: 1 });
  assert.deepEqual(merge({ a: { b: "c" } }, { a: { b: "d", e: null } }), { a: { b: "d" } });
});

test("a step is next, old or a gap", () => {
  assert.equal(place(5, { after: 5, seq: 8 }), "next");
  assert.equal(place(8, { after: 5, seq: 8 }), "old");
  assert.equal(place(4, { after: 5, seq: 8 }), "gap");
  assert.equal(place(6, { after: 5, seq: 8 }), "gap");
});

test("tries to reconnect come slower and are spread", () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((n) => backoff(n, 0.5));
  assert.deepEqual(
    waits,
    [...waits].sort((a, b) => a - b),
  );
  assert.ok(backoff(50, 1) <= 12_500);
  assert.ok(backoff(0, 0) < backoff(0, 1));
});

test("a rewind marks the lines that it covers", () => {
  const line = (/** @type {number} */ seq) => /** @type {any} */ ({ after: seq - 1, seq, told: [] });
  const rewind = /** @type {any} */ ({ after: 4, seq: 5, told: [{ event: { type: "house.rewound", to: 2 } }] });
  assert.deepEqual(
    covered([1, 2, 3, 4].map(line), rewind).map((entry) => Boolean(entry.covered)),
    [false, false, true, true],
  );
  const untouched = [line(1)];
  assert.equal(covered(untouched, line(2)), untouched);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "#js/match.js";
import { SagaPlay } from "#js/panels/saga/play.js";

const words = /** @type {any} */ ({ line: () => "", t: () => "" });

/** A match over a line that takes everything. */
function talking() {
  const match = new Match(words);
  match.you.value = { ...match.you.value, name: "Anna", chat: true };
  match.connection = /** @type {any} */ ({ send: () => true, ref: () => "r" });
  return match;
}

/** @param {string} name @param {number} id */
const remark = (name, id) => /** @type {any} */ ({ id, name, text: "…", time: 0 });
const refused = (/** @type {string} */ ref) => /** @type {any} */ ({ type: "refused", ref, refusal: { line: {} } });

test("what was said is heard when it comes back, not when somebody else speaks", async () => {
  const match = talking();
  const said = match.say("hello");
  match.other({ type: "remark", remark: remark("Odo", 1) });
  assert.ok(match.saying, "still under way");
  match.other({ type: "remark", remark: remark("Anna", 2) });
  assert.equal(await said, true);
});

test("a refused remark is not heard; the refusal of something else leaves it under way", async () => {
  const match = talking();
  const said = match.say("\u202e");
  match.other(refused("r"));
  assert.ok(match.saying);
  match.other(refused(""));
  assert.equal(await said, false);
});

test("what was said into a line that broke is heard if the next welcome brings it", async () => {
  for (const [who, heard] of /** @type {const} */ ([["Anna", true], ["Odo", false]])) {
    const match = talking();
    const said = match.say("hello");
    match.heard([remark(who, 3)]);
    assert.equal(await said, heard);
  }
});

test("a die on its way to a box is not sent a second time", async () => {
  const match = new Match(words);
  const play = new SagaPlay(/** @type {any} */ (match));
  /** @type {((done: boolean) => void)[]} */
  const sent = [];
  match.act = () => new Promise((done) => sent.push(done));
  const first = play.place("d1", "box");
  assert.equal(await play.place("d1", "box"), true);
  assert.equal(sent.length, 1);
  sent[0]?.(false);
  assert.equal(await first, false);
  assert.equal(play.heldDie.value, "d1", "refused: it stays in the hand");
  void play.place("d1", "other");
  assert.equal(sent.length, 2, "and may be placed again");
});

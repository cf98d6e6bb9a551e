import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "#vendor/signals-core/signals-core.js";
import { Space } from "#js/board/space.js";
import { NinthHand } from "#js/panels/ninth_age/hand.js";
import { NinthPlay } from "#js/panels/ninth_age/play.js";

const TRAY = { pose: [50_000, 50_000, 0], files: 5, ranks: 2, width: 10_000, depth: 4000, last: 5, bases: { count: 10, width: 2000, depth: 2000 } };
const later = () => new Promise((done) => setTimeout(done));

/** A match of two units of one's own. */
function matchOf(question, draft = async () => null) {
  const bases = { base1: { type: "oblong", width: 2000, depth: 2000 } };
  const acted = [];
  return {
    prompt: signal({ id: "p1", side: "a", question }),
    view: signal({
      fixed: { width: 180_000, height: 120_000, units: { u: { side: "a", strength: 10 }, v: { side: "a", strength: 10 } }, stats: {}, bases, models: { m: { unit: "u", base: "base1" } } },
      trays: { u: TRAY, v: TRAY },
      units: {},
    }),
    you: signal({ sides: ["a"] }),
    notice: signal(null),
    replaying: signal(false),
    seq: signal(1),
    draft,
    acted,
    act: async (action) => acted.push(action) > 0,
  };
}

/** A hand over a table. */
function handOf(play) {
  const hand = new NinthHand(play, { ghost: () => null, grips: () => null, measure: () => {}, tap: () => false, around: () => {} });
  hand.board = { space: new Space(180_000, 120_000) };
  return hand;
}

test("an arrow points as the screen shows it, from either edge of the table", async () => {
  const match = matchOf({ type: "move_units", units: { u: { advance: 10_000, half: 5000 } } });
  const play = new NinthPlay(match);
  const hand = handOf(play);
  await later();
  play.select("u");
  play.move("u");
  hand.key({ name: "arrow", x: 1, y: 0, fine: false });
  assert.deepEqual(play.plan.value.path, [{ type: "aside", length: 1270 }], "right is the right of who looks up");
  play.cancel();
  hand.board.space.turned.value = true;
  hand.key({ name: "arrow", x: 1, y: 0, fine: false });
  assert.deepEqual(play.plan.value.path, [{ type: "aside", length: -1270 }], "and the left of who looks down");
  play.cancel();
  hand.key({ name: "arrow", x: 0, y: 1, fine: true });
  assert.deepEqual(play.plan.value.path, [{ type: "straight", length: 254 }]);
});

test("a unit that moves at random is taken up, turned by keys and sent there", async () => {
  const match = matchOf({ type: "next_wander", units: ["u", "v"] });
  const play = new NinthPlay(match);
  const hand = handOf(play);
  await later();
  assert.deepEqual([play.plan.value.kind, play.plan.value.unit], ["wander", "u"], "the first is taken up at once");
  play.select("v");
  assert.deepEqual([play.plan.value.kind, play.plan.value.unit], ["wander", "v"], "another at a press");
  assert.ok(hand.key({ name: "arrow", x: 1, y: 0, fine: false }));
  assert.ok(hand.key({ name: "turn", by: -1 }));
  assert.equal(play.plan.value.facing, 30_000);
  play.cancel();
  assert.equal(play.plan.value, null);
  assert.ok(hand.key({ name: "move" }), "and begun anew by the key of moves");
  play.face(90_000);
  await play.confirm();
  assert.deepEqual(match.acted, [{ type: "wander", unit: "v", facing: 90_000 }]);
});

test("who is held over a place that is wrong by a hair slips to the nearest legal one", async () => {
  const asked = [];
  const draft = async (plan) => {
    if (plan.type !== "plan_deploy") return null;
    asked.push(plan.pose);
    return plan.pose[1] > 40_000 ? { refusal: { line: {} }, nearest: plan.pose[1] > 42_000 ? null : [plan.pose[0], 40_000, 0] } : { action: { type: "deploy" } };
  };
  const play = new NinthPlay(matchOf({ type: "deploy_units", units: ["u"], zone: [[0, 0], [9, 0], [9, 9]] }, draft));
  await later();
  await play.setup.place([30_000, 40_500]);
  assert.deepEqual(play.plan.value.at, [30_000, 40_000]);
  assert.equal(play.plan.value.preview.refusal, undefined);
  await play.setup.place([30_000, 45_000]);
  assert.deepEqual(play.plan.value.at, [30_000, 45_000], "too far off is refused where it is held");
  assert.equal(asked.length, 3);
});

test("an enemy that cannot be charged does not light up, says why, and is passed over by the key", async () => {
  const chances = [
    { unit: "v", distance: 1, thousandths: 900, barred: { key: "no.way" } },
    { unit: "w", distance: 1, thousandths: 500 },
  ];
  const draft = async ({ type }) => (type === "threat" ? { chances } : null);
  const match = matchOf({ type: "declare", charges: { u: ["v", "w"] } }, draft);
  const play = new NinthPlay(match);
  const hand = handOf(play);
  play.select("u");
  assert.deepEqual([...play.candidates()], [], "nobody lights up before that is known");
  await later();
  assert.deepEqual([...play.candidates()], ["w"]);
  assert.deepEqual([...play.looks.barred.value], [["v", { key: "no.way" }]]);
  hand.key({ name: "engage" });
  assert.equal(play.target.value, "w");
});

test("who comes over an edge has it behind him wherever he is held, and goes round the table by turning", async () => {
  const asked = [];
  const draft = async (plan) => (plan.type === "plan_deploy" ? void asked.push(plan.pose) : null) ?? null;
  const match = matchOf({ type: "arrivals", unit: "u" }, draft);
  match.view.value = { ...match.view.value, trays: {}, zones: { a: [[0, 0], [180_000, 0], [180_000, 30_000]] } };
  const play = new NinthPlay(match);
  const hand = handOf(play);
  await later();
  hand.key({ name: "arrow", x: 0, y: -1, fine: false });
  await later();
  assert.deepEqual(asked.at(-1), [120_000, 2000, 0], "on one's own edge at first");
  await play.setup.place([4000, 60_000]);
  assert.deepEqual(asked.at(-1), [2000, 60_000, 90_000], "then on that nearest to the hand");
  await play.setup.place([100, 118_000]);
  assert.deepEqual(asked.at(-1), [2000, 115_000, 90_000], "all of it on the table");
  hand.key({ name: "turn", by: -1 });
  await later();
  assert.deepEqual(asked.at(-1), [90_000, 118_000, 180_000]);
  play.widen(-1);
  await later();
  assert.deepEqual(asked.at(-1), [90_000, 117_000, 180_000], "and deeper ranks stand farther in");
});

test("who ran an enemy down pivots by any key that turns or widens, and not before he is turned", async () => {
  const match = matchOf({ type: "form_up", unit: "u", pivot: true, test: 7 });
  const play = new NinthPlay(match);
  const hand = handOf(play);
  await later();
  hand.key({ name: "confirm" });
  await later();
  assert.deepEqual(match.acted, [], "nothing is planned yet");
  hand.key({ name: "arrow", x: 1, y: 0, fine: false });
  hand.key({ name: "turn", by: -1 });
  assert.deepEqual([play.plan.value.files, play.plan.value.facing], [5, 30_000]);
  await play.confirm();
  assert.deepEqual(match.acted, [{ type: "reform", unit: "u", files: 5, facing: 30_000 }]);
});

/** A hand that drags over a table without a page. */
function dragging(match) {
  const play = new NinthPlay(match);
  const hand = handOf(play);
  hand.board.el = { classList: { add() {}, remove() {} } };
  hand.board.loupe = { hide() {} };
  return { play, hand, at: (x, y) => hand.board.space.px([x, y]) };
}

const HOUSE = { outline: [[40_000, 60_000], [60_000, 60_000], [60_000, 75_000], [40_000, 75_000]], look: "building" };
const MOUSE = { pointerType: "mouse" };

test("a unit dropped on a building goes in, and drawn past it goes on its way", async () => {
  const option = { advance: 20_000, half: 10_000, buildings: ["house"] };
  const draft = async ({ type, building }) => (type === "plan_enter" ? { action: { type: "enter", unit: "u", building } } : { action: { type: "advance" } });
  const match = matchOf({ type: "move_units", units: { u: option } }, draft);
  match.view.value = { ...match.view.value, fixed: { ...match.view.value.fixed, terrain: { house: HOUSE } } };
  const { play, hand, at } = dragging(match);
  await later();
  hand.dragStart("u", "", at(50_000, 50_000));
  hand.dragMove(at(50_000, 65_000), MOUSE);
  assert.deepEqual([play.plan.value.kind, play.plan.value.target], ["enter", "house"]);
  hand.dragMove(at(50_000, 55_000), MOUSE);
  assert.deepEqual([play.plan.value.kind, play.plan.value.path], ["move", [{ type: "straight", length: 5000 }]]);
  hand.dragMove(at(50_000, 65_000), MOUSE);
  hand.dragEnd(at(50_000, 65_000), MOUSE);
  await later();
  assert.deepEqual(match.acted, [{ type: "enter", unit: "u", building: "house" }]);
  play.buildings.next();
  assert.equal(play.plan.value.kind, "enter", "a button leads there as well");
});

test("a garrison that is looked at stays, and drawn out it leaves in its ranks, its face to the enemy", async () => {
  const draft = async ({ type, ...more }) => (type === "plan_deploy" ? { action: { type: "deploy", ...more } } : null);
  const match = matchOf({ type: "move_units", units: { u: { advance: 0, half: 0, reform: false, inside: true } } }, draft);
  const tray = { pose: [50_000, 65_000, 90_000], files: 1, ranks: 1, width: 20_000, depth: 15_000, last: 1, bases: { count: 1, width: 20_000, depth: 15_000 } };
  match.view.value = { ...match.view.value, trays: { u: tray }, files: { u: 5 }, units: { u: { models: 8, marks: ["garrison"] } } };
  const { play, hand, at } = dragging(match);
  await later();
  play.select("u");
  assert.equal(play.plan.value, null);
  hand.dragStart("u", "", at(50_000, 65_000));
  hand.dragMove(at(50_000, 90_000), MOUSE);
  hand.dragEnd(at(50_000, 90_000), MOUSE);
  await later();
  assert.deepEqual(match.acted, [{ type: "deploy", unit: "u", pose: [50_000, 90_000, 180_000], files: 5 }]);
  const { count, cell, files } = play.formed("u");
  assert.deepEqual([count, cell, files], [8, 2000, 5]);
});

test("who stands in the ranks of a unit is aimed at as that unit", async () => {
  const question = { type: "shoot_with", units: { u: ["v"] }, offers: [] };
  const match = matchOf(question);
  match.view.value = { ...match.view.value, joined: { lord: "v" } };
  const play = new NinthPlay(match);
  await later();
  play.select("u");
  play.aim("lord");
  assert.deepEqual([play.target.value, play.plan.value.target], ["v", "v"]);
});

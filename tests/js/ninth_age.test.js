import { test } from "node:test";
import assert from "node:assert/strict";
import { frontArc, names, rays } from "#js/panels/ninth_age/arcs.js";
import { after, along, between, blockOf, costOf, cornersOf, deepOf, endOf, frontOf, headOf, towards } from "#js/panels/ninth_age/block.js";
import { actors, choicesOf, pending, targetsOf, together } from "#js/panels/ninth_age/choices.js";
import { commandOf } from "#js/panels/ninth_age/command.js";
import { landing, outcomes, shots, turnOf } from "#js/panels/ninth_age/happened.js";
import { carried, guestsOf } from "#js/panels/ninth_age/guests.js";
import {
  actionOf,
  changed,
  cornered,
  draftOf,
  dragged,
  held,
  isJudged,
  joined,
  ledTo,
  newPlan,
  planned,
  stepped,
  wheeledBy,
} from "#js/panels/ninth_age/plan.js";
import { quietPhases } from "#js/panels/ninth_age/quiet.js";
import { reachOf, walkOf } from "#js/panels/ninth_age/reach.js";

const INCH = 2540;
/** Twenty men, five in a rank, on 20 mm bases, looking north. */
const BLOCK = { at: [50_000, 50_000], facing: 0, files: 5, count: 20, cell: 2000, row: 2000 };
const LONE = { ...BLOCK, files: 1, count: 1, cell: 5000, row: 10_000 };
const FREE = { most: Infinity, half: Infinity };
const near = (a, b, least = 2) => assert.ok(a.every((v, i) => Math.abs(v - b[i]) <= least), `${a} is not ${b}`);

test("a tray of the view becomes the block it describes", () => {
  const bases = { count: 18, width: 2000, depth: 2000 };
  const tray = { pose: [100, 200, 90_000], files: 5, ranks: 4, width: 10_000, depth: 8000, last: 3, bases };
  assert.deepEqual(blockOf(tray), { at: [100, 200], facing: 90_000, files: 5, count: 18, cell: 2000, row: 2000, gap: 0 });
  const open = blockOf({ ...tray, bases: { ...bases, gap: 1270, right: [4000, 9000] } });
  near([frontOf(open), deepOf(open)], [5 * 3270 - 1270 + 4000 + 1270, 4 * 3270 - 1270], 0);
});

test("a block goes where its parts say, by its own right and front", () => {
  near(after(BLOCK, { type: "straight", length: 1000 }).at, [50_000, 51_000]);
  near(after(BLOCK, { type: "back", length: 1000 }).at, [50_000, 49_000]);
  near(after(BLOCK, { type: "aside", length: -1000 }).at, [49_000, 50_000]);
  const east = { ...BLOCK, facing: 90_000 };
  near(after(east, { type: "straight", length: 1000 }).at, [51_000, 50_000]);
  near(after(east, { type: "aside", length: 1000 }).at, [50_000, 49_000]);
});

test("a wheel leaves its pivot where it is and costs the way of the other corner", () => {
  const left = after(BLOCK, { type: "wheel", turn: -30_000 });
  near(cornersOf(left).left, cornersOf(BLOCK).left);
  assert.equal(left.facing, 330_000);
  const right = after(BLOCK, { type: "wheel", turn: 30_000 });
  near(cornersOf(right).right, cornersOf(BLOCK).right);
  near([costOf(BLOCK, [{ type: "wheel", turn: 90_000 }])], [(10_000 * Math.PI) / 2]);
});

test("parts that go on are joined, and those that come to nothing vanish", () => {
  const on = { type: "straight", length: 500 };
  assert.deepEqual(joined([on], on), [{ type: "straight", length: 1000 }]);
  assert.deepEqual(joined([on], { type: "wheel", turn: 10_000 }), [on, { type: "wheel", turn: 10_000 }]);
  assert.deepEqual(joined([{ type: "wheel", turn: 10_000 }], { type: "wheel", turn: -10_000 }).length, 2);
  assert.deepEqual(joined([on], { type: "straight", length: 10 }), [on]);
  assert.deepEqual(joined([{ type: "turn", turn: 350_000 }], { type: "turn", turn: 20_000 }), [{ type: "turn", turn: 10_000 }]);
});

test("a hand that takes the middle goes straight, back or aside, whichever it goes most", () => {
  assert.deepEqual(dragged(BLOCK, [], [300, 2000], FREE), [{ type: "straight", length: 2000 }]);
  assert.deepEqual(dragged(BLOCK, [], [-2000, 300], FREE), [{ type: "aside", length: -2000 }]);
  assert.deepEqual(dragged(BLOCK, [], [300, -2000], FREE), [{ type: "back", length: 2000 }]);
});

test("a way aside or back is drawn on and held at what is left of it, and never turns into one forward", () => {
  const limits = { most: 8 * INCH, half: 4 * INCH };
  const aside = dragged(BLOCK, [{ type: "aside", length: 3 * INCH }], [2 * INCH, 0], limits);
  assert.deepEqual(aside, [{ type: "aside", length: 4 * INCH }]);
  assert.equal(costOf(BLOCK, aside), 4 * INCH);
  assert.deepEqual(dragged(BLOCK, aside, [-7 * INCH, 0], limits), [{ type: "aside", length: -3 * INCH }]);
  assert.deepEqual(dragged(BLOCK, [{ type: "back", length: INCH }], [0, 2 * INCH], limits), []);
});

test("what was drawn forward is drawn on, or shorter, and never becomes another kind", () => {
  const path = [{ type: "wheel", turn: 45_000 }, { type: "straight", length: 3000 }];
  assert.deepEqual(dragged(BLOCK, path, [-1000 * Math.SQRT1_2, -1000 * Math.SQRT1_2], FREE), [
    path[0],
    { type: "straight", length: 2000 },
  ]);
  assert.deepEqual(dragged(BLOCK, path, [-9000, -9000], FREE), [path[0]]);
});

test("over its limit a length is held a little, and shown farther out", () => {
  assert.equal(held(5000, 4800), 4800);
  assert.equal(held(4700, 4800), 4700);
  assert.equal(held(20_000, 4800), 20_000);
  const limits = { most: 5 * INCH, half: 2 * INCH };
  const path = [{ type: "wheel", turn: 30_000 }];
  const [, on] = dragged(BLOCK, path, [4500, 7800], limits);
  near([costOf(BLOCK, [...path, on])], [5 * INCH]);
});

test("a corner drawn forward wheels about the other one, and backward it does nothing", () => {
  const { left, right } = cornersOf(BLOCK);
  const to = [left[0] + 10_000 * Math.cos(Math.PI / 6), left[1] + 10_000 * Math.sin(Math.PI / 6)];
  assert.deepEqual(cornered(BLOCK, [], "right", to, FREE), [{ type: "wheel", turn: -30_000 }]);
  assert.deepEqual(cornered(BLOCK, [], "right", [right[0], right[1] - 3000], FREE), []);
  const [wheel] = cornered(BLOCK, [], "left", [left[0], left[1] + 3000], FREE);
  assert.ok(wheel.turn > 0);
});

test("a corner drawn back takes the last wheel back with it", () => {
  const path = [{ type: "wheel", turn: -30_000 }];
  const { right } = cornersOf(endOf(BLOCK, path));
  const [pivot] = [cornersOf(BLOCK).left];
  const half = endOf(BLOCK, [{ type: "wheel", turn: -10_000 }]);
  const shorter = cornered(BLOCK, path, "right", cornersOf(half).right, FREE);
  near([shorter[0].turn], [-10_000], 20);
  assert.ok(right[1] > pivot[1]);
});

test("a place that is pointed at is reached by one wheel and one straight", () => {
  const to = [56_000, 70_000];
  const path = ledTo(BLOCK, [], to, FREE);
  assert.deepEqual(path.map((part) => part.type), ["wheel", "straight"]);
  near(headOf(endOf(BLOCK, path)), to, 40);
});

test("a single model turns on the spot and goes", () => {
  const path = ledTo(LONE, [], [60_000, 50_000], FREE);
  assert.deepEqual(path, [{ type: "turn", turn: 90_000 }, { type: "straight", length: 10_000 }]);
  assert.deepEqual(wheeledBy(LONE, [], 5000, FREE), [{ type: "turn", turn: 5000 }]);
  const there = ledTo(LONE, [{ type: "turn", turn: 40_000 }], [50_000, 60_000], FREE);
  assert.deepEqual(there, [{ type: "straight", length: 10_000 }], "turns that cancel each other are none");
});

test("keys go the way of the screen, along the block's own axes", () => {
  const south = { ...BLOCK, facing: 180_000 };
  assert.deepEqual(stepped(south, [], [0, -1270], FREE), [{ type: "straight", length: 1270 }]);
  assert.deepEqual(stepped(south, [], [1270, 0], FREE), [{ type: "aside", length: -1270 }]);
  const turned = [{ type: "wheel", turn: 10_000 }];
  assert.deepEqual(stepped(BLOCK, turned, [0, 1270], FREE)[1], { type: "straight", length: 1270 });
});

test("keys wheel on, and back again", () => {
  const once = wheeledBy(BLOCK, [], -5000, FREE);
  assert.deepEqual(wheeledBy(BLOCK, once, -5000, FREE), [{ type: "wheel", turn: -10_000 }]);
  assert.deepEqual(wheeledBy(BLOCK, once, 5000, FREE), []);
});

test("a plan is asked about and answered in the server's words", () => {
  const path = [{ type: "straight", length: 1000 }];
  const move = newPlan("move", "u", { path, march: true });
  assert.deepEqual(draftOf(move), { type: "plan_move", unit: "u", path, march: true });
  assert.deepEqual(actionOf(move), { type: "march", unit: "u", path });
  assert.equal(draftOf(newPlan("move", "u")), null);
  assert.deepEqual(actionOf(newPlan("reform", "u", { files: 4, facing: 90_000, swift: true })), {
    type: "swift_reform",
    unit: "u",
    files: 4,
    facing: 90_000,
  });
  assert.deepEqual(actionOf(newPlan("charge", "u", { target: "v" })), { type: "declare_charge", unit: "u", target: "v" });
});

test("a changed plan is judged anew, and a charge stands where the server aligned it", () => {
  const plan = newPlan("charge", "u", { target: "v", preview: { block: [1, 2, 3000], files: 4 }, judged: 1 });
  assert.ok(isJudged(plan));
  assert.ok(!isJudged(changed(plan, { target: "w" })));
  assert.deepEqual(planned(plan, BLOCK), { ...BLOCK, at: [1, 2], facing: 3000, files: 4 });
  assert.deepEqual(planned({ ...plan, preview: null }, BLOCK), BLOCK);
});

test("angles are taken the shorter way round", () => {
  assert.equal(between(350_000, 10_000), 20_000);
  assert.equal(between(10_000, 350_000), -20_000);
  assert.equal(towards([0, 0], [-10, 0]), 270_000);
  assert.equal(along(BLOCK, [{ type: "turn", turn: -90_000 }])[1].facing, 270_000);
});

test("questions offer what they ask about, and those of tomorrow nothing that would be wrong", () => {
  const react = { type: "how_to_react", unit: "u", charger: "v", reactions: ["hold", "flee"] };
  assert.deepEqual(choicesOf(react).map(({ id }) => id), ["react-hold", "react-flee"]);
  assert.deepEqual(choicesOf({ type: "next_rally", units: ["u"] })[0].action, { type: "next", unit: "u" });
  assert.equal(choicesOf({ type: "something_new", units: ["u"] }), null);
  assert.deepEqual(actors({ type: "something_new", units: { u: {}, v: {} } }), ["u", "v"]);
  assert.deepEqual(actors({ type: "something_new", unit: "u" }), ["u"]);
  assert.deepEqual(actors(undefined), []);
  assert.deepEqual(targetsOf({ type: "declare", charges: { u: ["v"] } }, "u"), ["v"]);
  assert.deepEqual(targetsOf({ type: "new_target", unit: "u", targets: ["v"] }, "x"), []);
});

test("arcs leave the corners at forty-five degrees", () => {
  const tray = { x: 0, y: 0, turn: 0, files: 4, count: 8, cell: 10, row: 10, command: {} };
  const [frontLeft] = rays(tray, 10 * Math.SQRT2);
  near(frontLeft[0], [-20, -10], 0.01);
  near(frontLeft[1], [-30, -20], 0.01);
  const ring = frontArc(tray, 100);
  near(ring[0], [-20, -10], 0.01);
  near(ring.at(-1), [20, -10], 0.01);
  assert.ok(ring.some(([x, y]) => Math.abs(x + 20) < 0.01 && Math.abs(y + 110) < 0.01));
  near(names(tray, 5).rear, [0, 15], 0.01);
});

test("the log passes over phases in which nothing was told", () => {
  const phase = (name) => ({ event: { type: "phase_began", phase: name }, line: { key: "phase" } });
  const [charges, compulsory, moves, shooting, next] = ["charges", "compulsory", "moves", "shooting", "charges"].map(phase);
  const turn = { event: { type: "turn_began" }, line: { key: "turn" } };
  const did = { event: { type: "moved" }, line: { key: "moved" } };
  const silent = { event: { type: "asked" }, line: null };
  const entries = [{ told: [turn, charges, silent, compulsory] }, { told: [moves] }, { told: [did, shooting, turn] }, {}, { told: [next] }];
  assert.deepEqual([...quietPhases(entries)], [charges.event, compulsory.event, shooting.event], "the last one is not over yet");
});

test("a flyer on foot goes as far as he walks, and says so", () => {
  const option = { advance: 8 * INCH, half: 4 * INCH, march: 16 * INCH, flies: true };
  assert.deepEqual(reachOf({ march: false, foot: false }, option, 4), { most: 8 * INCH, half: 4 * INCH });
  assert.deepEqual(reachOf({ march: false, foot: true }, option, 4), { most: 4 * INCH, half: 2 * INCH });
  assert.equal(reachOf({ march: true, foot: true }, option, 4).most, 8 * INCH);
  const view = { fixed: { stats: { u: { movement: 9 }, hero: { movement: 5 } } }, joined: { hero: "u" } };
  assert.equal(walkOf(view, "u"), 5, "the slowest in the ranks");
  const plan = newPlan("move", "u", { path: [{ type: "straight", length: 100 }], foot: true });
  assert.equal(draftOf(plan).on_foot, true);
  assert.equal(actionOf(plan).on_foot, true);
  assert.equal("on_foot" in actionOf(changed(plan, { foot: false })), false);
});

test("a character goes with the ranks he stands in, and where the server says once it has", () => {
  const hero = { ...BLOCK, files: 1, count: 1, at: [50_000, 53_000] };
  const to = { ...BLOCK, at: [60_000, 50_000], facing: 90_000 };
  const plan = newPlan("move", "u");
  const there = carried(plan, hero, "m", BLOCK, to);
  near(there.at, [63_000, 50_000]);
  assert.equal(there.facing, 90_000);
  assert.equal(carried(plan, hero, "m", BLOCK, { ...to, files: 4 }), null, "in other files only the server knows");
  const judged = { ...plan, judged: plan.version, preview: { ghosts: { m: [1, 2, 3] } } };
  assert.deepEqual(carried(judged, hero, "m", BLOCK, { ...to, files: 4 }), { ...hero, at: [1, 2], facing: 3 });
  const join = newPlan("join", "hero", { target: "u" });
  assert.deepEqual(guestsOf(join, { joined: { mage: "u", other: "v" } }), ["mage", "hero"]);
  const wider = planned({ ...join, preview: { block: [1, 2], files: 5, bases: { count: 20, width: 2000, depth: 2000, left: [4000, 4000] } } }, BLOCK);
  near([frontOf(wider), deepOf(wider)], [14_000, 8000], 0);
  near(cornersOf(wider).left, [1 - 7000, 2 + 4000]);
});

test("command models are drawn where the view says, and in the middle of a planned rank", () => {
  const stats = { champion: true, standard: true, musician: true };
  const command = { champion: 0, standard: 1, musician: 3 };
  const view = { fixed: { stats: { u: stats, bare: {} } }, trays: { u: { files: 5, command } } };
  assert.deepEqual(commandOf(view, "u", 5), { 0: "star", 1: "flag", 3: "horn" });
  assert.deepEqual(commandOf(view, "u", 7), { 1: "star", 2: "flag", 4: "horn" });
  assert.deepEqual(commandOf(view, "u", 3), { 0: "flag", 2: "horn" }, "who finds no file is not drawn");
  assert.deepEqual(commandOf({ ...view, trays: {} }, "u", 5), { 1: "star", 2: "flag", 3: "horn" });
  assert.deepEqual(commandOf(view, "bare", 5), {});
});

test("a template is drawn where it landed, with its way there, though it touched nobody", () => {
  const event = { type: "template_landed", unit: "u", weapon: "w", way: [[0, 0], [0, 5080]], radius: 3810 };
  assert.deepEqual(landing(event), [
    { type: "trail", points: event.way, style: "scatter" },
    { type: "disc", at: [0, 5080], radius: 3810, style: "template" },
  ]);
  assert.deepEqual(landing({ ...event, way: [[7, 7]] }).map(({ type }) => type), ["disc"], "on target");
  assert.deepEqual(landing({ ...event, radius: 0 }).map(({ style }) => style), ["ball"]);
  assert.equal(turnOf([1, 1, 1, 1]), 0);
  assert.equal(turnOf([4, 1, 1, 1]), 180_000, "half of the directions before it");
});

test("what shots and tests came to stands beside where the units stood", () => {
  const tray = { x: 100, y: 100, turn: 0, files: 5, count: 10, cell: 10, row: 10, command: {} };
  const shot = { type: "shot", unit: "u", target: "v", hits: 3, lost: 1 };
  const told = [
    { event: { type: "shot_began", unit: "u", target: "v" } },
    { event: shot },
    { event: { ...shot, hits: 4, lost: 2 } },
    { event: { type: "leadership_tested", unit: "v", test: "panic", total: 9, target: 7, passed: false } },
    { event: { ...shot, target: "unseen" } },
  ];
  const words = { line: ({ key }) => key, t: (key, params) => `${key} ${Object.values(params).join(" ")}` };
  const trays = { u: { ...tray, y: 300 }, v: tray };
  assert.deepEqual(shots(told, trays), [[[100, 300], [100, 100]]]);
  assert.deepEqual(
    outcomes(told, trays, words, 1).map(({ text, look }) => [text, look]),
    [["ui.nine.happened.shot 7 3", "fight"], ["ui.nine.happened.test ninth_age.test.panic 9 7", "bad"]],
  );
});

test("who is set up already waits for nothing more, though the question is still open", () => {
  const question = { type: "deploy_units", units: ["u", "v", "w"] };
  const view = { units: { u: { models: 0 }, v: { models: 20 } } };
  assert.deepEqual(pending(question, view), ["u", "w"]);
  assert.deepEqual(pending({ type: "next_rally", units: ["v"] }, view), ["v"]);
});

test("whoever must come with a war machine that stands is named, and nobody before one does", () => {
  /** @type {any} */
  const question = { type: "deploy_units", units: ["g", "h", "u"], groups: [["g", "h"], ["c", "d"]] };
  assert.deepEqual(together(question, { units: {} }), []);
  assert.deepEqual(together(question, { units: { g: { models: { m: {} } }, u: { models: { n: {} } } } }), ["h"]);
});

test("the button that ends a phase tells how many could still act", () => {
  const left = (/** @type {any} */ question) => choicesOf(question)?.at(-1)?.left;
  assert.deepEqual(left({ type: "shoot_with", units: { u: ["x", "y"], v: [], w: ["x"] } }), ["ui.nine.left.shoot", 2]);
  assert.deepEqual(left({ type: "move_units", units: { u: {}, v: {} } }), ["ui.nine.left.move", 2]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { tagPlace, unionPath } from "#js/board/bands.js";
import { glyph } from "#js/board/glyphs.js";
import { covered, placeLabels, placeNames } from "#js/board/labels.js";
import { convexHull, inRing, inRings, outline } from "#js/board/hull.js";
import { area, inset, midline, scatter } from "#js/board/scatter.js";
import { seeded } from "#js/board/seed.js";
import { INCH, Space } from "#js/board/space.js";
import { spread, tagSize } from "#js/board/tags.js";
import { floor } from "#js/board/tray.js";

/** @typedef {[number, number]} Point */
/** @type {Point[]} */
const SQUARE = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

test("the table's origin is bottom left and the drawing's is top left", () => {
  const space = new Space(48 * INCH, 36 * INCH);
  assert.deepEqual(space.px([0, 0]), [0, 720]);
  assert.deepEqual(space.px([48 * INCH, 36 * INCH]), [960, 0]);
  const [x, y] = space.table(space.px([12345, 6789]));
  assert.ok(Math.abs(x - 12345) <= 1 && Math.abs(y - 6789) <= 1);
  assert.deepEqual(space.shift(20, -40), [INCH, 2 * INCH]);
});

test("from the other edge the table is drawn half round, and read so", () => {
  const space = new Space(48 * INCH, 36 * INCH);
  space.turned.value = true;
  assert.deepEqual(space.px([0, 0]), [960, 0]);
  assert.deepEqual(space.px([INCH, 2 * INCH]), [940, 40]);
  assert.deepEqual(space.table([940, 40]), [INCH, 2 * INCH]);
  assert.deepEqual(space.shift(20, -40), [-INCH, -2 * INCH]);
  assert.deepEqual([space.degrees(0), space.degrees(270_000)], [180, 90]);
});

test("a wood is the same from both edges", () => {
  const ring = /** @type {Point[]} */ ([[0, 0], [90, 10], [100, 80], [30, 110]]);
  const how = { count: 12, low: 5, high: 9, gap: 0.7 };
  const turned = scatter(ring.map(([x, y]) => [200 - x, 200 - y]), seeded("oak"), how);
  const back = turned.map(({ x, y }) => [200 - x, 200 - y].map((v) => v.toFixed(3)).join()).sort();
  assert.deepEqual(back, scatter(ring, seeded("oak"), how).map(({ x, y }) => [x, y].map((v) => v.toFixed(3)).join()).sort());
});

test("a hull leaves out what lies inside", () => {
  const hull = convexHull([...SQUARE, [50, 50], [10, 90]]);
  assert.equal(hull.length, 4);
  assert.ok(SQUARE.every((corner) => hull.some((p) => p[0] === corner[0] && p[1] === corner[1])));
});

test("an outline holds every base with its margin", () => {
  const bases = [
    { x: 0, y: 0, r: 10 },
    { x: 60, y: 20, r: 16 },
  ];
  const ring = outline(bases, 3);
  for (const { x, y, r } of bases) {
    for (let a = 0; a < 6.28; a += 0.3) assert.ok(inRing([x + Math.cos(a) * r, y + Math.sin(a) * r], ring));
  }
});

test("a hole is outside an even-odd area", () => {
  const hole = /** @type {Point[]} */ ([
    [40, 40],
    [60, 40],
    [60, 60],
    [40, 60],
  ]);
  assert.ok(inRings([20, 20], [SQUARE, hole]));
  assert.ok(!inRings([50, 50], [SQUARE, hole]));
});

test("a lone base has a whole circle as its band", () => {
  assert.equal(unionPath([{ x: 0, y: 0, r: 10 }]).match(/A/g)?.length, 2);
});

test("two overlapping discs make one outline, two apart make two", () => {
  const near = unionPath([
    { x: 0, y: 0, r: 10 },
    { x: 12, y: 0, r: 10 },
  ]);
  assert.equal(near.match(/M/g)?.length, 1);
  assert.equal(
    unionPath([
      { x: 0, y: 0, r: 10 },
      { x: 50, y: 0, r: 10 },
    ]).match(/M/g)?.length,
    2,
  );
});

test("a disc inside another, and the same disc twice, leave the outer one", () => {
  assert.equal(
    unionPath([
      { x: 0, y: 0, r: 10 },
      { x: 2, y: 0, r: 3 },
    ]),
    unionPath([{ x: 0, y: 0, r: 10 }]),
  );
  assert.equal(
    unionPath([
      { x: 0, y: 0, r: 10 },
      { x: 0, y: 0, r: 10 },
    ]),
    unionPath([{ x: 0, y: 0, r: 10 }]),
  );
});

test("the outline of a formation is closed: each arc starts where one ended", () => {
  const discs = Array.from({ length: 12 }, (_, i) => ({ x: (i % 6) * 25, y: Math.floor(i / 6) * 25, r: 50 }));
  const path = unionPath(discs);
  assert.equal(path.match(/M/g)?.length, 1);
  const ends = path
    .split("A")
    .slice(1)
    .map((arc) => arc.replace("Z", "").split(" ").slice(-2).map(Number));
  const start = /** @type {RegExpMatchArray} */ (path.match(/^M([\d.-]+) ([\d.-]+)/));
  assert.ok(Math.hypot((ends.at(-1)?.[0] ?? 0) - Number(start[1]), (ends.at(-1)?.[1] ?? 0) - Number(start[2])) < 0.2);
});

test("a band's tag turns away from the edge of the table, and is left out where it has no room", () => {
  const table = { width: 200, height: 200 };
  const free = tagPlace([{ x: 100, y: 100, r: 50 }], [0, 1], table, 10);
  assert.deepEqual(free?.map(Math.round), [100, 150]);
  const turned = tagPlace([{ x: 100, y: 170, r: 50 }], [0, 1], table, 10);
  assert.ok(turned && turned[1] < 190);
  assert.equal(tagPlace([{ x: 100, y: 100, r: 500 }], [0, 1], table, 10), null);
});

test("decoration follows from the id of the piece alone", () => {
  const how = { count: 12, low: 5, high: 9, gap: 0.7 };
  const wood = scatter(SQUARE, seeded("crow_wood"), how);
  assert.deepEqual(wood, scatter(SQUARE, seeded("crow_wood"), how));
  assert.notDeepEqual(wood, scatter(SQUARE, seeded("alder_copse"), how));
  assert.ok(wood.length > 6 && wood.every(({ x, y }) => inRing([x, y], SQUARE)));
});

test("an inset lies inside, and a hedge is walked along its middle", () => {
  assert.ok(area(inset(SQUARE, 20)) < area(SQUARE));
  const strip = /** @type {Point[]} */ ([
    [0, 0],
    [100, 0],
    [100, 8],
    [0, 8],
  ]);
  const line = midline(strip, 10);
  assert.ok(line.length >= 9 && line.every(([, y]) => Math.abs(y - 4) < 0.01));
});

test("tags that would cover each other are moved apart, the first stays where it is", () => {
  /** @type {import("#js/board/tags.js").Tag[]} */
  const tags = ["fight 8 × 4+", "shot 3 × 5+", "fight 2 × 5+"].map((text, i) => ({ at: [300 + 4 * i, 200], text }));
  for (const k of [0.4, 1, 3]) {
    const put = spread(tags, k);
    assert.deepEqual(put[0], tags[0]);
    for (const [i, a] of put.entries()) {
      for (const b of put.slice(i + 1)) {
        const [size, other] = [tagSize(a.text), tagSize(b.text)];
        const apart =
          Math.abs(a.at[0] - b.at[0]) * k * 2 >= size.width + other.width ||
          Math.abs(a.at[1] - b.at[1]) * k * 2 >= size.height + other.height;
        assert.ok(apart, `${a.text} covers ${b.text} at zoom ${k}`);
      }
    }
  }
});

test("a tag that can be spared is left out where it would cover something", () => {
  const wall = { x: 100, y: 100, width: 400, height: 400 };
  const name = { at: /** @type {Point} */ ([100, 100]), text: "flank", look: "side" };
  assert.equal(spread([name], 1, [wall]).length, 1);
  assert.equal(spread([{ ...name, spare: true }], 1, [wall]).length, 0);
  assert.equal(spread([{ ...name, spare: true }], 1).length, 1);
});

test("a tag is not cut off by the edge of the table", () => {
  const table = { width: 400, height: 300 };
  const [left] = spread([{ at: [2, 298], text: "stupidity test 6/4" }], 1, [], table);
  const { width, height } = tagSize("stupidity test 6/4");
  assert.deepEqual(left?.at, [width / 2, 300 - height / 2]);
});

test("a tag goes off a plate in the direction in which it is pushed", () => {
  const plate = { x: 100, y: 100, width: 40, height: 19 };
  const [up] = spread([{ at: [100, 100], text: "5 × 4+", push: -1 }], 1, [plate]);
  const [down] = spread([{ at: [100, 100], text: "5 × 4+" }], 1, [plate]);
  assert.ok(up && down && up.at[1] < 100 && down.at[1] > 100);
});

test("a plate does not hang over the edge of the table", () => {
  const low = { id: "u", edges: { left: 0, right: 60, top: 560, bottom: 600 }, width: 120, height: 20, home: /** @type {1} */ (1) };
  const free = placeLabels([low], []).get("u");
  const held = placeLabels([low], [], { width: 800, height: 600 }).get("u");
  assert.ok(free && free.y > 600);
  assert.ok(held && held.y < 600 && held.x - held.width / 2 > -7);
});

test("a plate that would hide models gives way: it shrinks, and is left out where it may be", () => {
  const edges = { left: 0, right: 10, top: 0, bottom: 10 };
  const row = [-75, -60, -45, -30, -15, 0, 15, 30, 45, 60, 75];
  const crowd = row.flatMap((x) => row.map((y) => ({ x: 5 + x, y: 5 + y, width: 14, height: 14 })));
  const label = { id: "u", edges, width: 60, height: 12, home: /** @type {1} */ (1) };
  assert.equal(placeLabels([label], crowd).get("u")?.width, 60);
  assert.equal(placeLabels([{ ...label, least: 20 }], crowd).get("u")?.width, 20);
  assert.equal(placeLabels([{ ...label, least: 20, spare: true }], crowd).size, 0);
  assert.equal(placeLabels([{ ...label, least: 20, spare: true }], []).get("u")?.width, 60);
});

test("a plate stands on its own side where it covers nothing, and makes way for models", () => {
  const label = (/** @type {string} */ id, /** @type {number} */ x) => ({
    id,
    edges: { left: x, right: x + 60, top: 100, bottom: 140 },
    width: 40,
    height: 20,
    home: /** @type {1} */ (1),
  });
  const alone = placeLabels([label("u", 0)], []).get("u");
  assert.deepEqual([alone?.x, alone?.y], [30, 154]);
  const enemies = [0, 20, 40, 60].map((x) => ({ x, y: 155, width: 18, height: 18 }));
  const moved = placeLabels([label("u", 0)], enemies).get("u");
  assert.ok(moved && enemies.every((enemy) => covered(moved, enemy) === 0));
  const two = placeLabels([label("u", 0), label("v", 8)], []);
  const [u, v] = [two.get("u"), two.get("v")];
  assert.ok(u && v && covered(u, v) === 0);
});

test("a name of the ground is left out where it would cover what is played with", () => {
  const name = { id: "wood", edges: { left: 50, right: 50, top: 40, bottom: 90 }, width: 60, height: 16, home: /** @type {1} */ (1) };
  const table = { left: 0, right: 200, top: 0, bottom: 200 };
  const below = { x: 50, y: 98, width: 10, height: 10 };
  const above = { x: 50, y: 32, width: 10, height: 10 };
  assert.equal(placeNames([name], [], table).get("wood")?.y, 98);
  assert.equal(placeNames([name], [below], table).get("wood")?.y, 32);
  assert.equal(placeNames([name], [below, above], table).has("wood"), false);
});

test("where no model stands in the last rank there is nothing of the unit", () => {
  const tray = { x: 0, y: 0, turn: 0, files: 5, count: 10, cell: 20, row: 20, command: {} };
  assert.equal(floor(tray), "M0 0H100V40H0Z");
  assert.equal(floor({ ...tray, count: 12 }), "M0 0H100V40H40V60H0Z");
  assert.equal(floor({ ...tray, count: 12 }, 2), "M-2 -2H102V42H42V62H-2Z", "the rim goes round the step");
  assert.equal(floor({ ...tray, files: 1, count: 1, round: true }, 2), "M-2 10a12 12 0 1 0 24 0a12 12 0 1 0 -24 0Z");
});

test("every kind of unit has a picture of its own", () => {
  const kinds = ["infantry", "swords", "cavalry", "chariot", "monster", "war_machine", "flyer"];
  assert.equal(new Set(kinds.map(glyph)).size, kinds.length);
  assert.ok(kinds.every((kind) => glyph(kind) !== glyph("nobody knows this")));
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Words } from "#js/strings.js";
import { called, word } from "#js/wording.js";

const shared = JSON.parse(readFileSync(new URL("../shared/wording.json", import.meta.url), "utf8"));

for (const { about, language, line, names = {}, text } of shared.examples) {
  test(`worded as in Python: ${about} (${line.key}, ${language})`, () => {
    assert.equal(word(line, language, names, shared.catalogue[language]), text);
  });
}

for (const { about, language, name, text } of shared.called) {
  test(`a name is worded as in Python: ${about}`, () => {
    assert.equal(called(name, shared.catalogue[language]), text);
  });
}

test("a number given to the interface chooses the plural form", () => {
  const words = new Words("ru", { models: { one: "{n} модель", few: "{n} модели", many: "{n} моделей" } });
  assert.deepEqual(
    [1, 3, 5, 11, 21].map((n) => words.t("models", { n })),
    ["1 модель", "3 модели", "5 моделей", "11 моделей", "21 модель"],
  );
});

test("both languages of the interface say the same keys with the same places", () => {
  const read = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(new URL(`../../static/i18n/${name}.json`, import.meta.url), "utf8"));
  const [en, ru] = [read("en"), read("ru")];
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  const places = (/** @type {any} */ entry) =>
    [...new Set([JSON.stringify(entry)].flatMap((text) => text.match(/\{[a-z_]+\}/g) ?? []))].sort();
  for (const key of Object.keys(en)) assert.deepEqual(places(en[key]), places(ru[key]), key);
});

test("a length past its limit is never told as the limit itself, but where so little is borne", () => {
  const words = new Words("en");
  assert.equal(words.within(2540.2, 2540), "1.0″ / 1.0″");
  assert.equal(words.within(2530, 2540), "1.0″ / 1.0″");
  assert.equal(words.within(2542, 2540), "1.0″ / 1.0″");
  for (let over = 3; over < 300; over++) {
    const [used, limit] = words.within(2540 + over, 2540).split(" / ");
    assert.notEqual(used, limit);
  }
});

test("values of a profile are told as they are, changes with their signs", () => {
  const words = new Words("en", { ld: "Leadership", t: "Toughness", m: "musician", few: "few", plain: "true aim" });
  const parts = [{ key: "ld", add: 9, value: true }, { key: "t", add: -3, value: true }, { key: "m", add: 1 }, { key: "few", add: -5 }, { key: "plain", add: 0 }];
  assert.equal(words.sources(parts), "Leadership 9, Toughness 3, musician +1, few −5, true aim");
  assert.equal(words.sources(undefined), "");
});

test("what a game counts is told by its catalogue", () => {
  const words = new Words("en", { "g.counter.wounds": "wounds", "g.counter.fear": "fear", "other.counter.x": "x" });
  assert.deepEqual(words.keys("g.counter."), ["g.counter.wounds", "g.counter.fear"]);
});

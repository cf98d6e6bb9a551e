import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../static/", import.meta.url);
const names = readdirSync(root, { recursive: true, encoding: "utf8" });
const ours = names.filter(
  (name) => /^(css|js)\/.*\.(css|js)$/.test(name.replaceAll("\\", "/")) && !name.includes("generated"),
);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, root), "utf8");

test("no file but tokens.css names a colour in hexadecimal", () => {
  const guilty = ours
    .filter((name) => !name.endsWith("tokens.css"))
    .flatMap((name) =>
      [...read(name).matchAll(/(?<![\w&/"'(-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?![\w-])/gi)].map(
        (found) => `${name}: ${found[0]}`,
      ),
    );
  assert.deepEqual(guilty, []);
});

test("every token that a style asks for is defined", () => {
  const defined = new Set(
    [...names]
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => [...read(name).matchAll(/(--[a-z0-9-]+)\s*:/g)].map((m) => m[1])),
  );
  const missing = ours
    .filter((name) => name.endsWith(".css"))
    .flatMap((name) =>
      [...read(name).matchAll(/var\((--[a-z0-9-]+)\)/g)]
        .map((m) => m[1])
        .filter((token) => !defined.has(token))
        .map((token) => `${name}: ${token}`),
    );
  assert.deepEqual(missing, []);
});

test("no style attribute stands in a template: the page's policy would drop it", () => {
  const guilty = ours.filter((name) => name.endsWith(".js") && /[\s`]style="/.test(read(name)));
  assert.deepEqual(guilty, []);
});

test("every module is small", () => {
  for (const name of ours) assert.ok(read(name).split("\n").length <= 500, name);
});

test("no module names a game, but for the panels of the games", () => {
  const guilty = ours.filter(
    (name) => name.endsWith(".js") && !name.includes("panels") && /\b(saga|ninth_age)\b/.test(read(name)),
  );
  assert.deepEqual(guilty, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, bytes, commitment, face, streamKey } from "#js/audit.js";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SALTS = { b: "s0uth_-", a: "north" };
const COMMITMENT = "7c787a5fe300933c24a2f7115e293f8c9d0ee798ee196f53b4cf1cc08a4c6837";
const FACES = [6, 6, 2, 5, 3, 4, 6, 6, 2, 6, 6, 4, 1, 5, 2, 1, 3, 6, 6, 6, 4, 5, 3, 4];

test("the stream is the one that Python draws from", async () => {
  const key = await streamKey(bytes(SECRET), SALTS);
  const faces = await Promise.all(FACES.map((_, i) => face(key, i)));
  assert.deepEqual(faces, FACES);
  assert.equal(await commitment(bytes(SECRET)), COMMITMENT);
});

test("an audit finds the one die that was changed", async () => {
  const dice = { commitment: COMMITMENT, salts: SALTS, secret: SECRET };
  const honest = [
    { first: 0, faces: FACES.slice(0, 4) },
    { first: 4, faces: FACES.slice(4) },
  ];
  assert.deepEqual(await audit(dice, honest), { dice: FACES.length, wrong: [], bound: true });
  const changed = [{ first: 4, faces: [/** @type {number} */ ((FACES[4]) % 6) + 1] }];
  assert.deepEqual((await audit(dice, changed))?.wrong, [4]);
});

test("a secret that was not promised is not bound, and a kept one cannot be audited", async () => {
  assert.equal((await audit({ commitment: "00", salts: SALTS, secret: SECRET }, []))?.bound, false);
  assert.equal(await audit({ commitment: COMMITMENT }, []), null);
});

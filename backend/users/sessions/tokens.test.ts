import { expect, test } from "vitest";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { randomToken } from "./tokens";

const bench = await testBackend();
const { api } = bench;
const { signUp, register, tokenFor } = peopleOf(bench);

const MANY = 20_000;
const WHOLE = /^[\w-]{43}$/;

test("a token has 256 uniformly random bits and is unique", () => {
  const tokens = Array.from({ length: MANY }, randomToken);
  expect(new Set(tokens).size).toBe(MANY);
  const set = new Array<number>(256).fill(0);
  for (const token of tokens) {
    expect(token).toMatch(WHOLE);
    const bytes = Buffer.from(token, "base64url");
    for (let bit = 0; bit < 256; bit++) {
      set[bit] = (set[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    }
  }
  // The limit is seven standard deviations. If the bits are random, a bit exceeds the limit in less than one of a
  // billion test runs.
  const away = set.map((times) => Math.abs(times - MANY / 2));
  expect(Math.max(...away)).toBeLessThan(7 * Math.sqrt(MANY / 4));
});

test("email links, refresh tokens and challenges are such random tokens", async () => {
  const { email } = await register();
  const { refreshToken } = await signUp();
  const { json } = await api("POST", "wp/v2/users/passkeys/login/options");
  const handed = [await tokenFor(email), refreshToken, json.challenge];
  expect(handed.filter((token) => !WHOLE.test(token))).toEqual([]);
});

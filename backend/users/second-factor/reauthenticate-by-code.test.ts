import { describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";

const bench = await testBackend();
const { api } = bench;
const { mailsTo } = peopleOf(bench);
const { codeOf, later, appHolder } = appHoldersOf(bench);

const byCode = (token: string, code: unknown) =>
  api("POST", "wp/v2/users/proof", { token, body: { code } });
/** Calls an endpoint that requires a recent re-authentication. */
const guarded = (token: string) => api("POST", `${PASSKEYS}/options`, { token });

/** Creates a person with an authenticator app whose re-authentication has expired. */
async function unproved() {
  const person = await appHolder();
  later(FRESH_SIGN_IN_MINUTES * 60 + 1);
  expect(said(await guarded(person.token))).toEqual([403, "proof_required"]);
  return person;
}

describe("re-authentication with a code", () => {
  test("re-authentication accepts the codes of the half-minute before and after, each once", async () => {
    const { token, secret } = await unproved();
    for (const away of [-2, 2]) {
      expect(said(await byCode(token, codeOf(secret, away)))).toEqual([403, "code_invalid"]);
    }
    expect(said(await guarded(token))).toEqual([403, "proof_required"]);
    expect((await byCode(token, codeOf(secret, -1))).status).toBe(204);
    expect((await guarded(token)).status).toBe(200);
    expect((await byCode(token, codeOf(secret, 1))).status).toBe(204);
    for (const away of [-1, 0, 1]) {
      expect(said(await byCode(token, codeOf(secret, away)))).toEqual([409, "code_used"]);
    }
  });

  test("re-authentication accepts a code or a recovery code once from two simultaneous windows", async () => {
    const { email, token, secret, codes } = await unproved();
    for (const code of [codeOf(secret), codes[0]]) {
      const answers = await Promise.all([byCode(token, code), byCode(token, code)]);
      expect(answers.map(said).sort()).toEqual([
        [204, undefined],
        [409, "code_used"],
      ]);
    }
    later(FRESH_SIGN_IN_MINUTES * 60 + 1);
    expect(said(await byCode(token, codes[0]))).toEqual([409, "code_used"]);
    expect(said(await guarded(token))).toEqual([403, "proof_required"]);
    const used = (await mailsTo(email)).filter(({ template }) => template === "recovery_code_used");
    expect(used).toHaveLength(1);
  });

  test("re-authentication refuses another account's codes and malformed ones", async () => {
    const stranger = await appHolder();
    const { token } = await unproved();
    for (const code of [
      codeOf(stranger.secret, 1),
      stranger.codes[0],
      "12345",
      "１２３４５６",
      "null",
    ]) {
      expect(said(await byCode(token, code)), String(code)).toEqual([403, "code_invalid"]);
    }
    for (const code of ["", " ", 123456, null, [], {}, "1".repeat(65)]) {
      expect(said(await byCode(token, code))).toEqual([422, "invalid_fields"]);
    }
    expect(said(await guarded(token))).toEqual([403, "proof_required"]);
  });

  test("a password change of an account with an app requires a code and the current password", async () => {
    const { token, secret } = await unproved();
    const body = { current_password: PASSWORD, password: OTHER_PASSWORD };
    const change = () => api("POST", "wp/v2/users/me/password", { token, body });
    expect(said(await change())).toEqual([403, "proof_required"]);
    expect((await byCode(token, codeOf(secret))).status).toBe(204);
    expect((await change()).status).toBe(204);
  });

  test("re-authentication with a code does not count as one by passkey", async () => {
    const { token } = await keyHoldersOf(bench).keyHolder();
    const { secret } = await appHoldersOf(bench).addApp(token);
    expect((await byCode(token, codeOf(secret))).status).toBe(204);
    const erase = await api("POST", "wp/v2/users/me/erase", { token, body: {} });
    expect(said(erase)).toEqual([403, "key_required"]);
  });

  test("re-authentication stops after ten codes, even if a later one is correct", async () => {
    const { email, token, secret } = await unproved();
    const right = Number(codeOf(secret));
    const nth = (n: number) => String((right + 999_500 + n) % 1_000_000).padStart(6, "0");
    const seen = new Map<string, number>();
    for (let first = 0; first < 1000; first += 100) {
      const codes = Array.from({ length: 100 }, (_, n) => nth(first + n));
      const answers = await Promise.all(codes.map((code) => byCode(token, code)));
      for (const { json } of answers) seen.set(json.code, (seen.get(json.code) ?? 0) + 1);
    }
    expect(Object.fromEntries(seen)).toEqual({ code_invalid: 10, too_many_requests: 990 });
    expect(said(await guarded(token))).toEqual([403, "proof_required"]);
    const told = (await mailsTo(email)).filter(({ template }) => template === "codes_tried");
    expect(told).toHaveLength(1);
  });
});

describe("the first code of an app", () => {
  test("adding an app accepts the code of the half-minute before or after, and none further away", async () => {
    const { signUp } = peopleOf(bench);
    const { offer } = appHoldersOf(bench);
    for (const [away, answer] of [
      [-2, [403, "code_invalid"]],
      [-1, [201, undefined]],
      [0, [201, undefined]],
      [1, [201, undefined]],
      [2, [403, "code_invalid"]],
    ] as const) {
      const { token } = await signUp();
      const secret = await offer(token);
      const body = { secret, code: codeOf(secret, away) };
      expect(said(await api("POST", FACTOR, { token, body })), String(away)).toEqual(answer);
    }
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { hashToken } from "../../db/hash-token";
import { users } from "../../db/schema/accounts";
import { challenges, recoveryCodes } from "../../db/schema/passkeys";
import { accountLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";
import { codeAt, stepAt } from "./totp";

const bench = await testBackend();
const { api, db, deps, clock } = bench;
const { signUp, login, mailsTo, tokenFor } = peopleOf(bench);
const { codeOf, later, appHolder, challengeOf, handIn } = appHoldersOf(bench);
const { keyHolder, loginOptions, enter } = keyHoldersOf(bench);

describe("sign-in with an authenticator app", () => {
  test("a sign-in with an app gives no token for the password alone, and one for the code", async () => {
    const { email, secret } = await appHolder();
    const half = await login(email);
    expect(Object.keys(half.json).sort()).toEqual(["code", "data", "message"]);
    const { status, json } = await handIn(half.json.data.challenge, codeOf(secret));
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual([
      "access_token",
      "expires_in",
      "refresh_token",
      "token_type",
    ]);
    const token = json.access_token;
    expect((await api("GET", "wp/v2/users/me/", { token })).json.has_app).toBe(true);
    expect((await api("POST", `${PASSKEYS}/options`, { token })).status).toBe(200);
    const { app } = (await api("GET", FACTOR, { token })).json;
    expect(app.last_used_at).toBe(clock.now.toISOString());
  });

  test("a sign-in with a wrong password does not reveal the app", async () => {
    const { email } = await appHolder();
    expect(said(await login(email, OTHER_PASSWORD))).toEqual([401, "invalid_credentials"]);
  });

  test("a sign-in accepts the code of the half-minute before or after, and none further away", async () => {
    const { email, secret } = await appHolder();
    for (const away of [-2, 2]) {
      const code = codeOf(secret, away);
      expect(said(await handIn(await challengeOf(email), code))).toEqual([403, "code_invalid"]);
    }
    later(30);
    expect((await handIn(await challengeOf(email), codeOf(secret, -1))).status).toBe(200);
    expect((await handIn(await challengeOf(email), codeOf(secret, 1))).status).toBe(200);
    // After a later code was accepted, an earlier code is rejected, even if it was never used.
    expect(said(await handIn(await challengeOf(email), codeOf(secret)))).toEqual([
      409,
      "code_used",
    ]);
  });

  test("a sign-in accepts a code once, also from two simultaneous windows", async () => {
    const { email, secret } = await appHolder();
    const windows = await Promise.all([challengeOf(email), challengeOf(email)]);
    const code = codeOf(secret);
    const answers = await Promise.all(windows.map((challenge) => handIn(challenge, code)));
    expect(answers.map(said).sort()).toEqual([
      [200, undefined],
      [409, "code_used"],
    ]);
    later(30);
    // Of the two windows, the one whose code was refused can continue with the next code, because the window's
    // challenge is still valid.
    const late = answers[0]?.status === 200 ? windows[1] : windows[0];
    expect((await handIn(late ?? "", codeOf(secret))).status).toBe(200);
  });

  test("a sign-in's challenge works once, for a few minutes and for its account only", async () => {
    const { email, secret } = await appHolder();
    const other = await appHolder();
    const challenge = await challengeOf(email);
    expect(said(await handIn(challenge, codeOf(other.secret)))).toEqual([403, "code_invalid"]);
    expect((await handIn(challenge, codeOf(secret))).status).toBe(200);
    later(30);
    expect(said(await handIn(challenge, codeOf(secret)))).toEqual([409, "challenge_used"]);
    const old = await challengeOf(email);
    later(CHALLENGE_MINUTES * 60);
    for (const code of [wrong(secret), codeOf(secret)])
      expect(said(await handIn(old, code))).toEqual([410, "challenge_expired"]);
    const strange = [403, "challenge_foreign"];
    expect(said(await handIn("AAAA", codeOf(secret)))).toEqual(strange);
    const { challenge: forPasskeys } = await loginOptions();
    expect(said(await handIn(forPasskeys, codeOf(secret)))).toEqual(strange);
  });

  test("a sign-in refuses a malformed code", async () => {
    const { email } = await appHolder();
    const challenge = await challengeOf(email);
    const path = "wp/v2/users/login/second-factor";
    for (const code of ["12345", "１２３４５６", "-12345", "000000\u0000", "null"]) {
      expect((await handIn(challenge, code)).status, code).toBe(403);
    }
    for (const body of [{}, { challenge }, { challenge, code: "" }, { challenge, code: 123456 }]) {
      expect(said(await api("POST", path, { body }))).toEqual([422, "invalid_fields"]);
    }
  });

  test("a sign-in accepts a recovery code once in any notation and sends an email", async () => {
    const { email, codes } = await appHolder();
    const [first = "", second = ""] = codes;
    const copied = ` ${first.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l")} `;
    expect((await handIn(await challengeOf(email), copied)).status).toBe(200);
    const mail = (await mailsTo(email)).findLast(
      ({ template }) => template === "recovery_code_used",
    );
    expect(mail?.data.left).toBe("7");
    expect(said(await handIn(await challengeOf(email), first))).toEqual([409, "code_used"]);
    const windows = await Promise.all([challengeOf(email), challengeOf(email)]);
    const answers = await Promise.all(windows.map((challenge) => handIn(challenge, second)));
    expect(answers.map(said).sort()).toEqual([
      [200, undefined],
      [409, "code_used"],
    ]);
    const stranger = await appHolder();
    const theirs = stranger.codes[0] ?? "";
    expect(said(await handIn(await challengeOf(email), theirs))).toEqual([403, "code_invalid"]);
  });

  test.each([
    ["with o for zero, i and l for one, in any case", "0011abcdefghjkmn", " OoIl-ABCD EFGHjkmn "],
    ["of digits only, unlike an app's code", "1234567812345678", "1234-5678-1234-5678"],
  ])("a sign-in accepts a recovery code %s", async (_, plain, typed) => {
    const { email } = await appHolder();
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const code = { hash: hashToken(plain), userId: user?.id ?? "", createdAt: clock.now };
    await db.insert(recoveryCodes).values(code);
    expect((await handIn(await challengeOf(email), typed)).status).toBe(200);
  });

  test("a sign-in accepts the app's code typed in two halves", async () => {
    const { email, secret } = await appHolder();
    for (const between of [" ", "-"]) {
      const code = codeOf(secret).replace(/^.../, `$&${between}`);
      expect((await handIn(await challengeOf(email), code)).status).toBe(200);
      later(30);
    }
  });

  test("a sign-in with a code does not count as re-authentication by passkey", async () => {
    const { email, token: first } = await keyHolder();
    const { secret } = await appHoldersOf(bench).addApp(first);
    const opened = await handIn(await challengeOf(email), codeOf(secret));
    const erase = { token: opened.json.access_token, body: {} };
    const answer = await api("POST", "wp/v2/users/me/erase", erase);
    expect(said(answer)).toEqual([403, "key_required"]);
  });

  test("a sign-in to an account closed meanwhile is refused and does not use up the code", async () => {
    const { email, secret } = await appHolder();
    const challenge = await challengeOf(email);
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, email));
    const closed = await handIn(challenge, codeOf(secret));
    expect(said(closed)).toEqual([403, "account_deactivated"]);
    await db.update(users).set({ deactivatedAt: null }).where(eq(users.email, email));
    expect((await handIn(challenge, codeOf(secret))).status).toBe(200);
  });

  test("a sign-in with a passkey requires no code", async () => {
    const { token, authenticator } = await keyHolder();
    const { addApp } = appHoldersOf(bench);
    await addApp(token);
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(200);
  });

  test("a sign-in to an account without an app requires no code", async () => {
    const { email } = await signUp();
    expect((await login(email)).status).toBe(200);
    expect(await db.$count(challenges, eq(challenges.purpose, "code"))).toBeGreaterThan(0);
  });
});

describe("limits of codes", () => {
  test("a sign-in refuses the correct code after ten wrong ones, also after a password change", async () => {
    const { email, secret } = await appHolder();
    const challenge = await challengeOf(email);
    for (let n = 0; n < 10; n++) await handIn(challenge, wrong(secret));
    const refused = await handIn(challenge, codeOf(secret));
    expect(said(refused)).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(said(await handIn(await challengeOf(email), codeOf(secret)))).toEqual([
      429,
      "too_many_requests",
    ]);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    await countOne(db, accountLimit("code_day", user?.id ?? ""), clock.now, 50);
    await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    const body = { token: await tokenFor(email), password: OTHER_PASSWORD };
    expect((await api("POST", "wp/v2/users/password-reset", { body })).status).toBe(204);
    const half = await login(email, OTHER_PASSWORD);
    expect(half.json.code).toBe("second_factor_required");
    // A password reset does not reset the limit of ten codes, because an attacker with access to the mailbox could
    // repeat the reset all day.
    expect(said(await handIn(half.json.data.challenge, codeOf(secret)))).toEqual([
      429,
      "too_many_requests",
    ]);
  });

  test("a correct code resets the count, and fewer than ten wrong codes send no email", async () => {
    const { email, secret } = await appHolder();
    for (let round = 0; round < 2; round++) {
      const challenge = await challengeOf(email);
      for (let n = 0; n < 9; n++) {
        expect(said(await handIn(challenge, wrong(secret)))).toEqual([403, "code_invalid"]);
      }
      expect((await handIn(challenge, codeOf(secret))).status).toBe(200);
      later(30);
    }
    expect(await told(email)).toBe(0);
  });

  test("too many wrong codes and a sign-in each notify the mail worker", async () => {
    const { email, secret } = await appHolder();
    const challenge = await challengeOf(email);
    let woken = 0;
    const { notifyMailWorker } = deps;
    deps.notifyMailWorker = () => void woken++;
    for (let n = 0; n < 9; n++) await handIn(challenge, wrong(secret));
    expect(woken).toBe(0);
    await handIn(challenge, wrong(secret));
    expect(woken).toBe(1);
    later(901);
    deps.notifyMailWorker = notifyMailWorker;
    const next = await challengeOf(email);
    deps.notifyMailWorker = () => void woken++;
    expect((await handIn(next, codeOf(secret))).status).toBe(200);
    expect(woken).toBe(2);
    deps.notifyMailWorker = notifyMailWorker;
  });

  test("too many wrong codes send each owner one email a day", async () => {
    const people = [await appHolder(), await appHolder()];
    const tryTen = async ({ email, secret }: (typeof people)[number]) => {
      const challenge = await challengeOf(email);
      for (let n = 0; n < 10; n++) await handIn(challenge, wrong(secret));
      return told(email);
    };
    for (const one of people) expect(await tryTen(one)).toBe(1);
    later(901);
    for (const one of people) expect(await tryTen(one)).toBe(1);
    later(86_400);
    for (const one of people) expect(await tryTen(one)).toBe(2);
  });

  test("an account accepts fifty wrong codes a day and still admits its known browser", async () => {
    const { email, secret } = await appHolder();
    const mine = { "X-Device": "a-mark-of-more-than-twenty-letters" };
    const headers = (await login(email, PASSWORD, mine)).json.data.challenge;
    expect((await handIn(headers, codeOf(secret), mine)).status).toBe(200);
    for (let round = 0; round < 5; round++) {
      later(901);
      const challenge = await challengeOf(email);
      for (let n = 0; n < 10; n++) {
        expect(said(await handIn(challenge, wrong(secret)))).toEqual([403, "code_invalid"]);
      }
    }
    later(901);
    const code = codeOf(secret);
    expect(said(await handIn(await challengeOf(email), code))).toEqual([429, "too_many_requests"]);
    expect((await handIn(await challengeOf(email), code, mine)).status).toBe(200);
  });
});

/** Returns the number of mails that warned the owner about tried codes. */
async function told(email: string): Promise<number> {
  return (await mailsTo(email)).filter(({ template }) => template === "codes_tried").length;
}

/** Returns a code that is wrong in the current and in the adjacent 30-second steps. */
function wrong(secret: string): string {
  const near = [-1, 0, 1].map((away) => codeAt(secret, stepAt(clock.now) + away));
  const other = ["111111", "222222", "333333", "444444"].find((code) => !near.includes(code));
  return other ?? "";
}

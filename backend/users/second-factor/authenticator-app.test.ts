import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_MINUTES, NEW_APP_MINUTES } from "@/contract/limits";
import { RECOVERY_CODES } from "@/contract/users/second-factor";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { sessions, users } from "../../db/schema/accounts";
import { authenticatorApps, factorResets, recoveryCodes } from "../../db/schema/passkeys";
import { eraseAccount } from "../erase";

const bench = await testBackend();
const { api, db, deps, clock } = bench;
const { signUp, login, mailsTo, tokenFor } = peopleOf(bench);
const { codeOf, later, offer, addApp, appHolder, challengeOf, handIn } = appHoldersOf(bench);
const { prove, keyHolder } = keyHoldersOf(bench);

const NONE = { app: null, recovery_codes: 0, reset_at: null };
const kinds = async (email: string) => (await mailsTo(email)).map(({ template }) => template);
const stateOf = async (token: string) => (await api("GET", FACTOR, { token })).json;
const giveIn = (token: string, secret: string, code: string) =>
  api("POST", FACTOR, { token, body: { secret, code } });
const byCode = (token: string, code: string) =>
  api("POST", "wp/v2/users/proof", { token, body: { code } });
const idOf = async (email: string) => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user?.id ?? "";
};

describe("adding an authenticator app", () => {
  test("adding an app requires re-authentication and its first code, shows recovery codes once and sends an email", async () => {
    const { email, token } = await signUp();
    expect(said(await api("POST", `${FACTOR}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
    expect(await stateOf(token)).toEqual(NONE);
    const elsewhere = (await login(email)).json.access_token;
    const secret = await offer(token);
    const { status, json } = await giveIn(token, secret, codeOf(secret).replace(/^.../, "$& "));
    expect(status).toBe(201);
    expect(new Set(json.recovery_codes).size).toBe(RECOVERY_CODES);
    for (const code of json.recovery_codes) {
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    }
    expect(await stateOf(token)).toEqual({
      app: { created_at: clock.now.toISOString(), last_used_at: null },
      recovery_codes: RECOVERY_CODES,
      reset_at: null,
    });
    expect((await kinds(email)).at(-1)).toBe("app_added");
    expect((await api("GET", FACTOR, { token: elsewhere })).status).toBe(401);
    const dueAt = new Date(clock.now.getTime() + 1000);
    const asked = { userId: await idOf(email), createdAt: clock.now, dueAt };
    await db.insert(factorResets).values(asked);
    expect((await stateOf(token)).reset_at).toBe(dueAt.toISOString());
    expect(said(await handIn(await challengeOf(email), codeOf(secret)))).toEqual([
      409,
      "code_used",
    ]);
  });

  test("the app's secret and codes cannot be read from the database or the data export", async () => {
    const { email, token, secret, codes } = await appHolder();
    const stored = JSON.stringify([
      await db.select().from(authenticatorApps),
      await db.select().from(recoveryCodes),
      await mailsTo(email),
    ]);
    for (const word of [secret, ...codes]) expect(stored).not.toContain(word);
    const { response } = await api("GET", "wp/v2/users/me/export", { token });
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const [row] = await db
      .select()
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, await idOf(email)));
    expect(row?.secret).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
    for (const word of [secret, row?.secret ?? ""]) expect(text).not.toContain(word);
  });

  test("a mistyped code is refused and the next one accepted, and a secret that was not offered is refused", async () => {
    const { token } = await signUp();
    const secret = await offer(token);
    const mistyped = codeOf(secret, 9);
    expect(said(await giveIn(token, secret, mistyped))).toEqual([403, "code_invalid"]);
    const own = "A".repeat(32);
    const strange = [403, "challenge_foreign"];
    expect(said(await giveIn(token, own, codeOf(own)))).toEqual(strange);
    for (const text of ["", "x", "A".repeat(31), "a".repeat(32)]) {
      expect(said(await giveIn(token, text, "000000"))).toEqual(strange);
    }
    const other = await signUp();
    expect(said(await giveIn(other.token, secret, codeOf(secret)))).toEqual(strange);
    expect((await giveIn(token, secret, codeOf(secret))).status).toBe(201);
    expect(said(await giveIn(token, secret, codeOf(secret)))).toEqual([409, "challenge_used"]);
  });

  test("adding an app counts as re-authentication, updates the account and notifies the mail worker", async () => {
    const { email, token } = await signUp();
    const secret = await offer(token);
    later((FRESH_SIGN_IN_MINUTES + 1) * 60);
    let woken = 0;
    const { notifyMailWorker } = deps;
    deps.notifyMailWorker = () => void woken++;
    expect((await giveIn(token, secret, codeOf(secret))).status).toBe(201);
    expect(woken).toBe(1);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(user?.updatedAt).toEqual(clock.now);
    expect((await api("POST", `${FACTOR}/recovery-codes`, { token })).status).toBe(200);
    expect(woken).toBe(2);
    expect((await api("DELETE", FACTOR, { token })).status).toBe(204);
    expect(woken).toBe(3);
    deps.notifyMailWorker = notifyMailWorker;
  });

  test("adding an app does not count as re-authentication by passkey", async () => {
    const { token } = await keyHolder();
    await addApp(token);
    const answer = await api("POST", "wp/v2/users/me/erase", { token, body: {} });
    expect(said(answer)).toEqual([403, "key_required"]);
  });

  test("an offered secret expires, and of two windows only one adds the app", async () => {
    const { email, token } = await signUp();
    const old = await offer(token);
    later(NEW_APP_MINUTES * 60);
    const fresh = (await login(email)).json.access_token;
    expect(said(await giveIn(fresh, old, codeOf(old)))).toEqual([403, "challenge_foreign"]);
    const [first, second] = [await offer(fresh), await offer(fresh)];
    const answers = await Promise.all(
      [first, second].map((secret) => giveIn(fresh, secret, codeOf(secret))),
    );
    expect(answers.map(said).sort()).toEqual([
      [201, undefined],
      [409, "second_factor_known"],
    ]);
    expect(said(await api("POST", `${FACTOR}/options`, { token: fresh }))).toEqual([
      409,
      "second_factor_known",
    ]);
    expect((await stateOf(fresh)).recovery_codes).toBe(RECOVERY_CODES);
  });
});

test("an expired secret is refused with its own error", async () => {
  const user = await bench.makeUser();
  const opened = { createdAt: clock.now };
  await db.update(sessions).set(opened).where(eq(sessions.id, user.sessionId));
  const asked = await api("POST", `${FACTOR}/options`, { token: await bench.freshToken(user) });
  later(NEW_APP_MINUTES * 60);
  const { secret } = asked.json;
  const late = await giveIn(await bench.freshToken(user), secret, codeOf(secret));
  expect(said(late)).toEqual([410, "challenge_expired"]);
});

describe("re-authentication with an authenticator app", () => {
  test("an account with an app re-authenticates with a code or a recovery code, and not with the password alone", async () => {
    const { email, token: first, secret, codes } = await appHolder();
    later(FRESH_SIGN_IN_MINUTES * 60);
    expect(said(await prove(first))).toEqual([403, "second_factor_required"]);
    const body = { password: PASSWORD };
    expect(said(await api("DELETE", "wp/v2/users/me/", { token: first, body }))).toEqual([
      403,
      "proof_required",
    ]);
    expect(said(await byCode(first, codeOf(secret, 5)))).toEqual([403, "code_invalid"]);
    expect((await byCode(first, codeOf(secret))).status).toBe(204);
    expect(said(await byCode(first, codeOf(secret)))).toEqual([409, "code_used"]);
    expect((await api("POST", `${PASSKEYS}/options`, { token: first })).status).toBe(200);
    later(FRESH_SIGN_IN_MINUTES * 60 + 1);
    expect((await byCode(first, codes[0] ?? "")).status).toBe(204);
    expect((await kinds(email)).at(-1)).toBe("recovery_code_used");
  });

  test("a session can try ten codes, and another session's attempts are unaffected", async () => {
    const { email, token, secret } = await appHolder();
    const opened = await handIn(await challengeOf(email), codeOf(secret));
    const other = opened.json.access_token;
    for (let n = 0; n < 10; n++) await byCode(token, codeOf(secret, 5));
    expect(said(await byCode(token, codeOf(secret, 1)))).toEqual([429, "too_many_requests"]);
    expect((await byCode(other, codeOf(secret, 1))).status).toBe(204);
    expect(await kinds(email)).toContain("codes_tried");
  });

  test("a code of an account without an app is invalid", async () => {
    const { token } = await signUp();
    expect(said(await byCode(token, "000000"))).toEqual([403, "code_invalid"]);
  });
});

describe("recovery codes", () => {
  test("new recovery codes void the former ones and send an email", async () => {
    const { email, token, codes } = await appHolder();
    const { status, json } = await api("POST", `${FACTOR}/recovery-codes`, { token });
    expect(status).toBe(200);
    expect(json.recovery_codes).toHaveLength(RECOVERY_CODES);
    expect((await kinds(email)).at(-1)).toBe("recovery_codes_renewed");
    const challenge = await challengeOf(email);
    expect(said(await handIn(challenge, codes[0] ?? ""))).toEqual([403, "code_invalid"]);
    expect((await handIn(challenge, json.recovery_codes[0])).status).toBe(200);
    const plain = await signUp();
    await prove(plain.token);
    const none = await api("POST", `${FACTOR}/recovery-codes`, { token: plain.token });
    expect(said(none)).toEqual([404, "not_found"]);
  });
});

describe("removing an authenticator app", () => {
  test("removing the app requires re-authentication, ends the other sessions and permits a sign-in by password", async () => {
    const { email, token: first, secret, codes } = await appHolder();
    const opened = await handIn(await challengeOf(email), codeOf(secret));
    const token = opened.json.access_token;
    expect((await api("DELETE", FACTOR, { token })).status).toBe(204);
    expect((await api("GET", FACTOR, { token: first })).status).toBe(401);
    expect(await stateOf(token)).toEqual(NONE);
    expect((await kinds(email)).at(-1)).toBe("app_removed");
    expect((await login(email)).status).toBe(200);
    expect(said(await byCode(token, codes[0] ?? ""))).toEqual([403, "code_invalid"]);
    expect(said(await api("DELETE", FACTOR, { token }))).toEqual([404, "not_found"]);
  });

  test("the erasure of an account deletes its app and recovery codes", async () => {
    const { email, token, secret } = await appHolder();
    const id = await idOf(email);
    await byCode(token, codeOf(secret));
    expect((await api("DELETE", "wp/v2/users/me/", { token, body: {} })).status).toBe(204);
    await eraseAccount(deps, id, clock.now);
    expect(await db.$count(authenticatorApps, eq(authenticatorApps.userId, id))).toBe(0);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, id))).toBe(0);
  });
});

describe("an authenticator app after the former address recovers the account", () => {
  const DAY = 86_400;
  async function moved(wait: number) {
    const person = await keyHolder();
    const { secret } = await addApp(person.token);
    later(wait);
    const opened = await handIn(await challengeOf(person.email), codeOf(secret));
    const body = { email: `new-${person.email}` };
    const { access_token: token } = opened.json;
    expect((await api("POST", "wp/v2/users/me/email", { token, body })).status).toBe(202);
    const change = { token: await tokenFor(body.email) };
    expect((await api("POST", "wp/v2/users/email/confirm", { body: change })).status).toBe(200);
    const back = { token: await tokenFor(person.email) };
    const { json } = await api("POST", "wp/v2/users/email/confirm", { body: back });
    expect(json.status).toBe("taken_back");
    return db.$count(authenticatorApps, eq(authenticatorApps.userId, await idOf(person.email)));
  }

  test("recovering the account removes an app added shortly before the change of address, and keeps an older one", async () => {
    expect(await moved(60)).toBe(0);
    expect(await moved(8 * DAY)).toBe(1);
  });
});

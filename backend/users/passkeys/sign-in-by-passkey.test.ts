import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { CALLER_ADDRESS, testBackend } from "@/tests/support/servers/backend";
import { rateLimits, users } from "../../db/schema/accounts";
import { challenges, factorResets } from "../../db/schema/passkeys";
import { deleteExpiredRecords } from "../../housekeeping";
import { addressLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";

const bench = await testBackend();
const { api, db, clock, deps } = bench;
const { signUp } = peopleOf(bench);
const { options, keyHolder, loginOptions, enter } = keyHoldersOf(bench);

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

describe("sign-in with a passkey", () => {
  test("a sign-in with a passkey counts as re-authentication and updates the passkey's last use", async () => {
    const { email, authenticator } = await keyHolder();
    later(1);
    const { status, json } = await enter(authenticator.sign(await loginOptions()));
    expect(status).toBe(200);
    const token = json.access_token;
    expect((await api("GET", "wp/v2/users/me/", { token })).json.email).toBe(email);
    const [key] = (await api("GET", PASSKEYS, { token })).json;
    expect(key.last_used_at).toBe(clock.now.toISOString());
    expect((await api("POST", `${PASSKEYS}/options`, { token })).status).toBe(200);
  });

  test("a sign-in with a passkey permits erasure and cancels a pending second factor reset", async () => {
    const { email, authenticator } = await keyHolder();
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const userId = user?.id ?? "";
    await db.insert(factorResets).values({ userId, createdAt: clock.now, dueAt: clock.now });
    later(10);
    const { json } = await enter(authenticator.sign(await loginOptions()));
    expect(await db.$count(factorResets)).toBe(0);
    const erase = { token: json.access_token, body: {} };
    expect((await api("POST", "wp/v2/users/me/erase", erase)).status).toBe(204);
  });

  test("a refused passkey counts towards its address's limit, and an accepted one or a server error does not", async () => {
    const { authenticator } = await keyHolder();
    await db.delete(rateLimits);
    const limit = addressLimit("login", CALLER_ADDRESS);
    await countOne(db, limit, clock.now, limit.max - 1);
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(200);
    const { notifyMailWorker } = deps;
    deps.notifyMailWorker = () => {
      throw new Error("a fault of ours");
    };
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(503);
    deps.notifyMailWorker = notifyMailWorker;
    const wrong = softAuthenticator().sign(await loginOptions());
    expect(said(await enter(wrong))).toEqual([403, "passkey_unknown"]);
    const right = authenticator.sign(await loginOptions());
    expect(said(await enter(right))).toEqual([429, "too_many_requests"]);
    await db.delete(rateLimits);
  });

  test("the options for a sign-in are the same for all users and reveal no passkey", async () => {
    await keyHolder();
    const asked = (await api("POST", `${PASSKEYS}/login/options`)).json;
    expect(asked).toEqual({
      challenge: expect.any(String),
      rpId: "slancio.example",
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: "required",
    });
  });

  test("a challenge expires after its minutes and is deleted later", async () => {
    const { authenticator } = await keyHolder();
    const asked = await loginOptions();
    later(CHALLENGE_MINUTES);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([410, "challenge_expired"]);
    later(61);
    await deleteExpiredRecords(db, clock.now);
    expect(await db.select().from(challenges)).toEqual([]);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([403, "challenge_foreign"]);
  });

  test("a passkey without a counter works repeatedly", async () => {
    const person = await signUp();
    const authenticator = softAuthenticator();
    const passkey = authenticator.make(await options(person.token), { counter: 0 });
    await api("POST", PASSKEYS, { token: person.token, body: { passkey } });
    for (let round = 0; round < 2; round++) {
      const signed = authenticator.sign(await loginOptions(), { counter: 0 });
      expect((await enter(signed)).status).toBe(200);
    }
  });

  test("a closed account is reported only to the holder of its passkey", async () => {
    const { token, authenticator } = await keyHolder();
    const body = { password: PASSWORD };
    expect((await api("DELETE", "wp/v2/users/me/", { token, body })).status).toBe(204);
    const closed = await enter(authenticator.sign(await loginOptions()));
    expect(said(closed)).toEqual([403, "account_deactivated"]);
    const forged = {
      ...softAuthenticator().sign(await loginOptions()),
      id: authenticator.id,
      rawId: authenticator.id,
    };
    expect(said(await enter(forged))).toEqual([422, "passkey_invalid"]);
  });
});

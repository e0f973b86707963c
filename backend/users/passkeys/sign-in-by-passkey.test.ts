import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { CALLER_ADDRESS, testBackend } from "@/tests/support/servers/backend";
import { rateLimits, users } from "../../db/schema/accounts";
import { challenges, factorResets } from "../../db/schema/passkeys";
import { keepHouse } from "../../housekeeping";
import { addressLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";

const bench = await testBackend();
const { api, db, clock, deps } = bench;
const { signUp } = peopleOf(bench);
const { options, keyHolder, loginOptions, enter } = keyHoldersOf(bench);

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

describe("signing in with a passkey", () => {
  test("opens the account and counts as a proof; the key says when it was used", async () => {
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

  test("is a proof by passkey, and calls off what staff were asked to take off", async () => {
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

  test("counts what is refused by its address, and nothing else", async () => {
    const { authenticator } = await keyHolder();
    await db.delete(rateLimits);
    const limit = addressLimit("login", CALLER_ADDRESS);
    await countOne(db, limit, clock.now, limit.max - 1);
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(200);
    const { wakeMail } = deps;
    deps.wakeMail = () => {
      throw new Error("a fault of ours");
    };
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(503);
    deps.wakeMail = wakeMail;
    const wrong = softAuthenticator().sign(await loginOptions());
    expect(said(await enter(wrong))).toEqual([403, "passkey_unknown"]);
    const right = authenticator.sign(await loginOptions());
    expect(said(await enter(right))).toEqual([429, "too_many_requests"]);
    await db.delete(rateLimits);
  });

  test("nobody learns which keys exist: what is asked is the same for everybody", async () => {
    await keyHolder();
    const asked = (await api("POST", `${PASSKEYS}/login/options`)).json;
    expect(asked).toEqual({
      challenge: expect.any(String),
      rpId: "slancio.example",
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: "required",
    });
  });

  test("a challenge holds for so many minutes, and is forgotten some time after", async () => {
    const { authenticator } = await keyHolder();
    const asked = await loginOptions();
    later(CHALLENGE_MINUTES);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([410, "challenge_expired"]);
    later(61);
    await keepHouse(db, clock.now);
    expect(await db.select().from(challenges)).toEqual([]);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([403, "challenge_foreign"]);
  });

  test("a key that counts nothing is good again and again", async () => {
    const person = await signUp();
    const authenticator = softAuthenticator();
    const passkey = authenticator.make(await options(person.token), { counter: 0 });
    await api("POST", PASSKEYS, { token: person.token, body: { passkey } });
    for (let round = 0; round < 2; round++) {
      const signed = authenticator.sign(await loginOptions(), { counter: 0 });
      expect((await enter(signed)).status).toBe(200);
    }
  });

  test("a closed account stays closed, told only to whoever holds its key", async () => {
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

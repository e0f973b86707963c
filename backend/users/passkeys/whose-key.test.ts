import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { ceremoniesOf } from "@/tests/support/people/ceremonies";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";

/* Tests responses with another person's passkey, and responses from two parallel windows. */

const bench = await testBackend();
const { api, db, clock } = bench;
const { signUp, login } = peopleOf(bench);
const { keyHolder } = keyHoldersOf(bench);
const { ceremonies, elsewhere } = ceremoniesOf(bench);

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

describe("adding a passkey", () => {
  const { ask, make, hand } = ceremonies.add;

  test("a passkey of another account, even of a closed one, cannot be added", async () => {
    const owner = await keyHolder();
    const person = await signUp();
    const again = async () => owner.authenticator.make(await ask(person.token));
    expect(said(await hand(person.token, await again()))).toEqual([409, "passkey_known"]);
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, owner.email));
    expect(said(await hand(person.token, await again()))).toEqual([409, "passkey_known"]);
    expect((await api("GET", PASSKEYS, { token: person.token })).json).toEqual([]);
  });

  test("a passkey added in two windows simultaneously is added once, and two passkeys are both added", async () => {
    const person = await keyHolder();
    const device = softAuthenticator();
    const same = [await ask(person.token), await ask(person.token)].map((asked) =>
      device.make(asked),
    );
    const answers = await Promise.all(same.map((made) => hand(person.token, made)));
    expect(answers.map(said).sort()).toEqual([
      [201, undefined],
      [409, "passkey_known"],
    ]);
    const two = [await ask(person.token), await ask(person.token)].map((asked) =>
      make(person, asked),
    );
    const both = await Promise.all(two.map((made) => hand(person.token, made)));
    expect(both.map(said)).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
  });

  test("a passkey under another passkey's id is refused", async () => {
    const person = await keyHolder();
    const made = softAuthenticator().make(await ask(person.token));
    const { id } = softAuthenticator();
    for (const posing of [
      { ...made, id },
      { ...made, rawId: id },
      { ...made, id, rawId: id },
    ]) {
      const { challenge } = await ask(person.token);
      const fresh = softAuthenticator().make({ challenge });
      const answer = await hand(person.token, { ...posing, response: fresh.response });
      expect(said(answer)).toEqual([422, "passkey_invalid"]);
    }
    expect((await api("GET", PASSKEYS, { token: person.token })).json).toHaveLength(1);
  });
});

describe("re-authentication with a passkey", () => {
  const { ask, hand } = ceremonies.prove;
  const guarded = (token: string) => api("POST", "wp/v2/users/me/erase", { token, body: {} });

  test("a passkey of another account, open or closed, does not re-authenticate", async () => {
    const owner = await keyHolder();
    const person = await keyHolder();
    later(FRESH_SIGN_IN_MINUTES + 1);
    const sign = async () => owner.authenticator.sign(await ask(person.token));
    expect(said(await hand(person.token, await sign()))).toEqual([403, "passkey_unknown"]);
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, owner.email));
    expect(said(await hand(person.token, await sign()))).toEqual([403, "account_deactivated"]);
    expect(said(await guarded(person.token))).toEqual([403, "key_required"]);
  });

  test("a passkey without a counter re-authenticates in two windows simultaneously", async () => {
    const person = await signUp();
    const authenticator = softAuthenticator();
    const asked = await ceremonies.add.ask(person.token);
    await ceremonies.add.hand(person.token, authenticator.make(asked, { counter: 0 }));
    const windows = [await ask(person.token), await ask(person.token)];
    const answers = await Promise.all(
      windows.map((one) => hand(person.token, authenticator.sign(one, { counter: 0 }))),
    );
    expect(answers.map(said)).toEqual([
      [204, undefined],
      [204, undefined],
    ]);
  });

  test("a passkey whose later response has a lower counter is refused once, and the next attempt succeeds", async () => {
    const person = await keyHolder();
    const [first, second] = [await ask(person.token), await ask(person.token)];
    const slow = person.authenticator.sign(first);
    const quick = person.authenticator.sign(second);
    expect(said(await hand(person.token, quick))).toEqual([204, undefined]);
    expect(said(await hand(person.token, slow))).toEqual([403, "passkey_counter"]);
    const again = person.authenticator.sign(await ask(person.token));
    expect(said(await hand(person.token, again))).toEqual([204, undefined]);
  });

  test("a re-authentication with a passkey applies to its session only", async () => {
    const person = await keyHolder();
    const other = await elsewhere(person);
    await hand(person.token, person.authenticator.sign(await ask(person.token)));
    expect(said(await guarded(other))).toEqual([403, "key_required"]);
    expect((await guarded(person.token)).status).toBe(204);
    expect((await login(person.email, PASSWORD)).status).not.toBe(200);
  });
});

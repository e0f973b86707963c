import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import {
  CEREMONIES,
  ceremoniesOf,
  type KeyHolder,
  type Lies,
} from "@/tests/support/people/ceremonies";
import { keyHoldersOf, said } from "@/tests/support/people/key-holder";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";
import { passkeys } from "../../db/schema/passkeys";

/* Tests that each of the three endpoints for passkey responses refuses invalid responses without changing any data. */

const bench = await testBackend();
const { db, clock } = bench;
const { keyHolder } = keyHoldersOf(bench);
const { ceremonies, standing, elsewhere } = ceremoniesOf(bench);

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

describe.each(CEREMONIES)("refused passkeys in the ceremony %s", (name) => {
  const { ask, make, hand, bytes } = ceremonies[name];

  /** Sends an invalid passkey response and checks that nothing changed. */
  async function refused(person: KeyHolder, passkey: unknown, token = person.token) {
    const before = await standing(person);
    const answer = await hand(token, passkey);
    expect(await standing(person)).toEqual(before);
    return said(answer);
  }

  test.each<[string, Lies, [number, string]]>([
    [
      "made on a phishing site",
      { origin: "https://slancio.example.evil" },
      [403, "passkey_origin"],
    ],
    [
      "made on this site’s host without TLS",
      { origin: "http://slancio.example" },
      [403, "passkey_origin"],
    ],
    ["made in a frame on another site", { crossOrigin: true }, [403, "passkey_origin"]],
    ["made for another host", { rpId: "evil.example" }, [403, "passkey_origin"]],
    ["made without user verification", { verified: false }, [422, "passkey_invalid"]],
    ["of another type", { type: "webauthn.else" }, [422, "passkey_invalid"]],
    ["for an unknown challenge", { challenge: "AAAA" }, [403, "challenge_foreign"]],
    ["for no challenge", { challenge: "" }, [403, "challenge_foreign"]],
  ])("a passkey response %s is refused", async (_, lies, code) => {
    const person = await keyHolder();
    const asked = await ask(person.token);
    expect(await refused(person, make(person, asked, lies))).toEqual(code);
  });

  test.each(["\u0000", "\ud800", "\u202e"])(
    "a passkey response with a character that is not ASCII is refused: %j",
    async (mark) => {
      const person = await keyHolder();
      const made = make(person, await ask(person.token));
      const other = { ...made, id: `AAAA${mark}` };
      expect(await refused(person, other)).toEqual([422, "invalid_fields"]);
    },
  );

  test("a passkey response is accepted once, also from three simultaneous requests", async () => {
    const person = await keyHolder();
    const made = make(person, await ask(person.token));
    const answers = await Promise.all([1, 2, 3].map(() => hand(person.token, made)));
    const used = [409, "challenge_used"];
    expect(answers.map(said).filter(([status]) => Number(status) < 300)).toHaveLength(1);
    expect(answers.map(said).filter(([status]) => status === 409)).toEqual([used, used]);
    expect(await refused(person, made)).toEqual(used);
  });

  test("a correct passkey response is refused after a wrong one for the same challenge", async () => {
    const person = await keyHolder();
    const asked = await ask(person.token);
    await refused(person, make(person, asked, { origin: "https://evil.example" }));
    expect(await refused(person, make(person, asked))).toEqual([409, "challenge_used"]);
  });

  test("a passkey response after its challenge has expired is refused", async () => {
    const person = await keyHolder();
    const made = make(person, await ask(person.token));
    later(CHALLENGE_MINUTES);
    expect(await refused(person, made)).toEqual([410, "challenge_expired"]);
  });

  test("a passkey response for another ceremony, session or account is refused", async () => {
    const person = await keyHolder();
    const stranger = await keyHolder();
    const foreign = [403, "challenge_foreign"];
    const other = await elsewhere(person);
    for (const one of CEREMONIES) {
      for (const asking of [person.token, other, stranger.token]) {
        // Skip challenges that are accepted. Each endpoint accepts a challenge that the same session requested from it.
        // The sign-in endpoint accepts all its challenges, because they belong to no session or account.
        if (one === name && (asking === person.token || name === "enter")) continue;
        const asked = await ceremonies[one].ask(asking);
        expect(await refused(person, make(person, asked)), one).toEqual(foreign);
      }
    }
  });

  test("a malformed passkey response is refused", async () => {
    const person = await keyHolder();
    const pieces = bytes.flatMap((piece) =>
      ["", "%%%", "AAAA", "bnVsbA", "e30", "W10"].map((value) => ({ piece, value })),
    );
    for (const { piece, value } of pieces) {
      const made = make(person, await ask(person.token));
      const broken = { ...made, response: { ...made.response, [piece]: value } };
      const code = await refused(person, broken);
      expect(code, `${piece}: ${value}`).toEqual([422, "passkey_invalid"]);
    }
    const type = name === "add" ? "webauthn.create" : "webauthn.get";
    const clientDataJSON = Buffer.from(JSON.stringify({ type })).toString("base64url");
    const bare = make(person, await ask(person.token));
    const empty = { ...bare, response: { ...bare.response, clientDataJSON } };
    expect(await refused(person, empty)).toEqual([422, "passkey_invalid"]);
    const made = make(person, await ask(person.token));
    for (const body of [{}, null, [], "x", { ...made, type: "x" }, { ...made, response: null }]) {
      expect(await refused(person, body)).toEqual([422, "invalid_fields"]);
    }
    for (const piece of bytes) {
      const huge = { ...made, response: { ...made.response, [piece]: "A".repeat(40_000) } };
      expect(await refused(person, huge)).toEqual([422, "invalid_fields"]);
    }
  });

  test("a passkey response of a closed account is refused", async () => {
    const person = await keyHolder();
    const made = make(person, await ask(person.token));
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, person.email));
    const closed = name === "enter" ? [403, "account_deactivated"] : [401, "not_authenticated"];
    expect(await refused(person, made)).toEqual(closed);
  });
});

describe.each(["enter", "prove"] as const)("refused signatures in the ceremony %s", (name) => {
  const { ask, make, hand } = ceremonies[name];

  test.each<[string, Lies, [number, string]]>([
    ["with another account’s user handle", { userHandle: "AAAA" }, [403, "passkey_unknown"]],
    ["with an unchanged counter", { counter: 5 }, [403, "passkey_counter"]],
    ["with a lower counter", { counter: 4 }, [403, "passkey_counter"]],
    ["without its counter", { counter: 0 }, [403, "passkey_counter"]],
  ])("a signature %s is refused", async (_, lies, code) => {
    const person = await keyHolder();
    const first = make(person, await ask(person.token), { counter: 5 });
    expect((await hand(person.token, first)).status).toBeLessThan(300);
    const before = await standing(person);
    const answer = await hand(person.token, make(person, await ask(person.token), lies));
    expect(said(answer)).toEqual(code);
    expect(await standing(person)).toEqual(before);
  });

  test("a signature by an unknown, a removed or another account's passkey is refused", async () => {
    const person = await keyHolder();
    const stranger = softAuthenticator();
    const asked = () => ask(person.token);
    const unknown = await hand(person.token, stranger.sign(await asked()));
    expect(said(unknown)).toEqual([403, "passkey_unknown"]);
    const { id } = person.authenticator;
    const posing = { ...stranger.sign(await asked()), id, rawId: id };
    expect(said(await hand(person.token, posing))).toEqual([422, "passkey_invalid"]);
    const challenge = await asked();
    await db.delete(passkeys).where(eq(passkeys.credentialId, id));
    const gone = await hand(person.token, make(person, challenge));
    expect(said(gone)).toEqual([403, "passkey_unknown"]);
  });
});

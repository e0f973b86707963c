import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { sessions, users } from "../../db/schema/accounts";
import { authenticatorApps, passkeys } from "../../db/schema/passkeys";
import { Failure } from "../../http/failure";
import { signAccessToken } from "./access-token";
import { authenticate } from "./authenticate";
import { openImpersonation } from "./impersonation";

const { db, deps, clock, makeUser } = await testBackend({ env: { SECOND_FACTOR: "evaluators" } });
const MINUTE = 60_000;

const asked = (authorization?: string) =>
  authenticate(
    new Request("https://slancio.example/", {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    }),
    deps,
  );
/** Returns the id of the caller that an Authorization header identifies, or the code of the refusal. */
const who = (authorization?: string) =>
  asked(authorization).then(
    (caller) => caller.id,
    (error) => (error instanceof Failure ? error.code : `not a refusal: ${error}`),
  );
const bearer = ({ token }: { token: string }) => `Bearer ${token}`;

describe("authentication of the caller", () => {
  test("the caller is the account of an active session with its current data", async () => {
    const ada = await makeUser({ firstName: "Ada", lastName: "Riva", language: "en" });
    const caller = {
      id: ada.id,
      email: ada.email,
      firstName: "Ada",
      lastName: "Riva",
      language: "en",
      sessionId: ada.sessionId,
      roles: ["applicant"],
      lacking: [],
    };
    expect(await asked(bearer(ada))).toEqual(caller);
    expect(await asked(`bearer ${ada.token}`)).toEqual(caller);
    await db
      .update(users)
      .set({ firstName: "Zoë", roles: ["evaluator"] })
      .where(eq(users.id, ada.id));
    expect(await asked(bearer(ada))).toEqual({
      ...caller,
      firstName: "Zoë",
      roles: ["applicant", "evaluator"],
      lacking: ["evaluator"],
    });
  });

  test.each(["a passkey", "an app"])(
    "an evaluator with %s lacks no second factor",
    async (kind) => {
      const ada = await makeUser({ roles: ["evaluator"] });
      const other = await makeUser({ roles: ["evaluator"] });
      const key = { credentialId: ada.id, publicKey: "", counter: 0, name: "x", userId: ada.id };
      await (kind === "a passkey"
        ? db.insert(passkeys).values(key)
        : db.insert(authenticatorApps).values({ userId: ada.id, secret: "x", lastStep: 0 }));
      expect((await asked(bearer(ada))).lacking).toEqual([]);
      expect((await asked(bearer(other))).lacking).toEqual(["evaluator"]);
    },
  );

  test("a request without a valid token is not authenticated", async () => {
    const ada = await makeUser();
    const headers = [undefined, "", "Bearer", "Bearer ", `Basic ${ada.token}`, ada.token];
    for (const header of [...headers, "Bearer x.y.z", `Bearer ${ada.token}x`, "Bearer see.x"]) {
      expect([header, await who(header)]).toEqual([header, "not_authenticated"]);
    }
  });

  test("an expired token or one signed with another secret is not authenticated", async () => {
    const ada = await makeUser();
    const claims = { userId: ada.id, sessionId: ada.sessionId };
    const old = new Date(clock.now.getTime() - 16 * MINUTE);
    const late = await signAccessToken(claims, deps.config.TOKEN_SECRET, old);
    const foreign = await signAccessToken(
      claims,
      "another secret, as long as the first one",
      clock.now,
    );
    for (const token of [late, foreign])
      expect(await who(bearer({ token }))).toBe("not_authenticated");
    expect(await who(bearer(ada))).toBe(ada.id);
  });

  test("a token of an ended, deleted or another account's session is not authenticated", async () => {
    const [ada, ugo] = [await makeUser(), await makeUser()];
    const swapped = await signAccessToken(
      { userId: ada.id, sessionId: ugo.sessionId },
      deps.config.TOKEN_SECRET,
      clock.now,
    );
    expect(await who(bearer({ token: swapped }))).toBe("not_authenticated");
    await db.update(sessions).set({ revokedAt: clock.now }).where(eq(sessions.id, ada.sessionId));
    expect([await who(bearer(ada)), await who(bearer(ugo))]).toEqual(["not_authenticated", ugo.id]);
    await db.delete(sessions).where(eq(sessions.id, ugo.sessionId));
    expect(await who(bearer(ugo))).toBe("not_authenticated");
  });

  test("a deactivated account is not authenticated", async () => {
    const ada = await makeUser();
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, ada.id));
    expect(await who(bearer(ada))).toBe("not_authenticated");
  });

  test("an impersonation authenticates as the applicant until the staff session ends", async () => {
    const ada = await makeUser();
    const rita = await makeUser({ roles: ["staff"] });
    const endsAt = new Date(clock.now.getTime() + MINUTE);
    const seeing = { sessionId: rita.sessionId, userId: ada.id, endsAt };
    const token = await openImpersonation(db, seeing);
    expect(await asked(bearer({ token }))).toMatchObject({ id: ada.id, seenOnly: true });
    await db.update(sessions).set({ revokedAt: clock.now }).where(eq(sessions.id, rita.sessionId));
    expect(await who(bearer({ token }))).toBe("not_authenticated");
  });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { MINUTE } from "@/contract/durations";
import { type Endpoint, mayCall } from "@/contract/endpoint";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { asksSecondFactor, GRANTED_ROLES, ROLES, type Role } from "@/contract/roles";
import { OTHER_PASSWORD, PASSWORD } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry } from "../audit-log/entries";
import { sessions } from "../db/schema/accounts";
import { authenticatorApps, passkeys } from "../db/schema/passkeys";
import { actionContextFor } from "../staff/action-context";
import { hashPassword } from "./passwords/password";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const { id, email } = await makeUser();
const passwordHash = await hashPassword(PASSWORD);

/** Body of a request that executes a staff action with an invalid preview hash, so that the action changes nothing. */
const made = { plan: "0".repeat(64), reason: "prova" };
const LATER = { opens: "2026-12-10", closes: "2026-12-20", jury: [] };
const stage = { edition: 2026, stage: "pre_selected" };

type Says = [number, string?];
type Asked = {
  body?: object;
  /**
   * The expected response after a sufficient re-authentication. `ofApp` is the response for an account with an
   * authenticator app.
   */
  says: Says;
  ofApp?: Says;
  /**
   * True if the request itself contains the current password. For an account without a second factor, the password is
   * enough.
   */
  byItself?: true;
  /** Prepares the data that the request needs to succeed. */
  before?: (by: { id: string }) => Promise<unknown>;
};
const prepareCopy = (by: { id: string }) =>
  appendAuditEntry(db, actionContextFor(by, "prova", clock.now), {
    act: "user.export",
    target: { user: id },
  });

const ASKING: Record<string, Asked> = {
  appOptions: { says: [200], ofApp: [409, "second_factor_known"] },
  changeEmail: { body: { email: "new@example.org" }, says: [202] },
  changePassword: {
    body: { current_password: PASSWORD, password: OTHER_PASSWORD },
    says: [204],
    byItself: true,
  },
  deactivateMe: { body: {}, says: [204] },
  eraseMe: { body: {}, says: [204] },
  exportMe: { says: [200] },
  linkProvider: { body: { provider: "google", access_token: "{}" }, says: [503, "unavailable"] },
  passkeyOptions: { says: [200] },
  removeApp: { says: [404, "not_found"], ofApp: [204] },
  removePasskey: { says: [404, "not_found"] },
  renewRecoveryCodes: { says: [404, "not_found"], ofApp: [200] },
  unlinkProvider: { body: { provider: "google" }, says: [200] },

  correctDecisions: {
    body: { ...stage, ids: [id], outcome: "selected", ...made },
    says: [403, "jury_not_closed"],
  },
  correctEmail: { body: { email: "right@example.org", ...made }, says: [412, "plan_changed"] },
  downloadPerson: { says: [200], before: prepareCopy },
  eraseAddress: { body: made, says: [404, "not_found"] },
  erasePerson: { body: made, says: [412, "plan_changed"] },
  exportActs: { says: [200] },
  exportAgreement: { says: [403, "jury_not_closed"] },
  exportApplications: { says: [200] },
  exportChosenApplications: { body: { selection: { query: {}, count: 0 } }, says: [200] },
  exportEvaluators: { says: [200] },
  exportMails: { says: [200] },
  exportMatrix: { says: [200] },
  exportPeople: { says: [200] },
  exportRequests: { says: [200] },
  exportSelection: { says: [403, "jury_not_closed"] },
  exportTeam: { says: [200] },
  exportWhitepaper: { says: [200] },
  exportPerson: { body: made, says: [412, "plan_changed"] },
  grantStaff: { body: { email, role: "staff", ...made }, says: [412, "plan_changed"] },
  openRankingEarly: { body: { edition: 2026, ...made }, says: [412, "plan_changed"] },
  releaseDecisions: { body: { ...stage, ...made }, says: [403, "jury_not_closed"] },
  reopenEvaluation: { body: made, says: [404, "not_found"] },
  closeRound: { body: made, says: [404, "not_found"] },
  reopenRound: { body: made, says: [404, "not_found"] },
  repeatRound: { body: { ...LATER, ...made }, says: [404, "not_found"] },
  revokeStaff: { body: { email, role: "staff", ...made }, says: [412, "plan_changed"] },
  signOutStaff: { body: made, says: [412, "plan_changed"] },
};

type Held = "password" | "app" | "passkey";
const justNow = () => ago(0);
const ago = (time: number) => {
  const at = new Date(clock.now.getTime() - time);
  return { provedAt: at, keyProvedAt: at };
};
/**
 * Times of re-authentication in the tested session (`here`) and in the person's other session (`elsewhere`). By
 * default, the tested session is too old for its sign-in to count as recent.
 */
const PROVED = {
  "just signed in": { here: () => ({ createdAt: clock.now }), elsewhere: () => ({}) },
  nothing: { here: () => ({}), elsewhere: () => ({}) },
  "too long ago": { here: () => ago(FRESH_SIGN_IN_MINUTES * MINUTE + 1), elsewhere: () => ({}) },
  elsewhere: { here: () => ({}), elsewhere: justNow },
  "without a passkey": { here: () => ({ provedAt: clock.now }), elsewhere: () => ({}) },
  "by passkey": { here: () => ago(FRESH_SIGN_IN_MINUTES * MINUTE), elsewhere: () => ({}) },
};
type Proved = keyof typeof PROVED;

/**
 * The handlers of exports check re-authentication themselves, and only for an export of all rows (rule staff.exports).
 * The test recognizes these endpoints by the two error codes that they declare.
 */
const asking = endpoints
  .map((one) => ({ ...one, proof: one.proof ?? (asksKeyItself(one) ? "key" : "session") }) as const)
  .filter(({ proof }) => proof !== "session");
function asksKeyItself({ access, errors }: Endpoint): boolean {
  const both = ["proof_required", "key_required"] as const;
  return access !== "anyone" && both.every((one) => errors?.includes(one));
}

/** Creates a person with one role, one sign-in method, and the given re-authentication. */
async function holder(role: Role, held: Held, proved: Proved) {
  const roles = GRANTED_ROLES.filter((one) => one === role);
  const person = await makeUser({ roles, passwordHash });
  const userId = person.id;
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  const key = { credentialId: randomUUID(), publicKey: "", counter: 0, name: "test" };
  if (held === "passkey") await db.insert(passkeys).values({ userId, ...key });
  if (held === "app")
    await db.insert(authenticatorApps).values({ userId, secret: "x", lastStep: 0 });
  const { here, elsewhere } = PROVED[proved];
  await db.insert(sessions).values({ userId, device: "another", ...elsewhere() });
  const [session] = await db
    .update(sessions)
    .set({ device: "this", createdAt: ago(FRESH_SIGN_IN_MINUTES * MINUTE + 1).provedAt, ...here() })
    .where(eq(sessions.id, person.sessionId))
    .returning();
  expect(session?.userId).toBe(userId);
  return person;
}

/**
 * Returns the expected response to an insufficient re-authentication, or undefined if the re-authentication is
 * sufficient.
 */
function refusalOf({ name, proof, errors }: Endpoint, held: Held, proved: Proved) {
  if (held === "password" && ASKING[name]?.byItself) return undefined;
  if (proof === "sign-in" && proved === "just signed in") return undefined;
  const byKey = proof === "key" && held === "passkey";
  if (proved === "by passkey" || (proved === "without a passkey" && !byKey)) return undefined;
  if (byKey) return "key_required";
  return held !== "app" && errors?.includes("wrong_password") ? "wrong_password" : "proof_required";
}

async function ask({ name, method, path }: Endpoint, token: string): Promise<Says> {
  const { body } = ASKING[name] ?? {};
  const { status, json } = await api(method, path.replace("{id}", id), {
    token,
    ...(body && { body }),
  });
  return json?.code ? [status, json.code] : [status];
}

describe("endpoints that require re-authentication", () => {
  test("the endpoints that require a passkey or re-authentication are exactly the listed ones", () => {
    const table = Object.groupBy(asking, ({ proof = "session" }) => proof);
    const names = (some: readonly Endpoint[] = []) => some.map(({ name }) => name).sort();
    expect(names(table.key)).toEqual([
      "changePassword",
      "closeRound",
      "correctDecisions",
      "correctEmail",
      "downloadPerson",
      "eraseAddress",
      "eraseMe",
      "erasePerson",
      "exportActs",
      "exportAgreement",
      "exportApplications",
      "exportChosenApplications",
      "exportEvaluators",
      "exportMails",
      "exportMatrix",
      "exportPeople",
      "exportPerson",
      "exportRequests",
      "exportSelection",
      "exportTeam",
      "exportWhitepaper",
      "grantStaff",
      "openRankingEarly",
      "releaseDecisions",
      "reopenEvaluation",
      "reopenRound",
      "repeatRound",
      "revokeStaff",
      "signOutStaff",
    ]);
    expect(names(asking)).toEqual(Object.keys(ASKING).sort());
  });

  test.each(asking)(
    "$name declares its re-authentication errors in the contract",
    ({ proof, errors = [] }) => {
      expect(errors).toContain("proof_required");
      if (proof === "key") expect(errors).toContain("key_required");
    },
  );

  const table = asking.flatMap((endpoint) =>
    ROLES.flatMap((role) =>
      (["password", "app", "passkey"] as const)
        .filter((held) => held !== "password" || !asksSecondFactor(role, []))
        .map((held) => ({ endpoint, name: endpoint.name, role, held })),
    ),
  );
  test.each(table)(
    "$name as $role with $held requires the declared re-authentication",
    async ({ endpoint, role, held }) => {
      const { says, ofApp = says, before } = ASKING[endpoint.name] ?? { says: [0] };
      const answers = Object.keys(PROVED).map(async (name) => {
        const proved = name as Proved;
        const person = await holder(role, held, proved);
        await before?.(person);
        const code = refusalOf(endpoint, held, proved);
        const there = code ? [403, code] : held === "app" ? ofApp : says;
        const expected = mayCall(endpoint, [role]) ? there : [404, "not_found"];
        expect([proved, ...(await ask(endpoint, person.token))]).toEqual([proved, ...expected]);
      });
      await Promise.all(answers);
    },
  );
});

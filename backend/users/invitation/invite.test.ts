import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { identities, mailTokens, users } from "../../db/schema/accounts";
import { listAccounts } from "../administer";
import { inviteEvaluator } from "./invite";

const bench = await testBackend();
await bench.makeEdition();
const { api, db, clock, makeUser } = bench;
const { mailsTo, tokenFor, signUp, register, login } = peopleOf(bench);
const DAY = 86_400_000;
const person = { firstName: "Ada", lastName: "Riva", language: "en" as const };
const someone = () => `${randomUUID()}@example.org`;
const invite = (email: string) => inviteEvaluator(db, { ...person, email }, clock.now);
const YES = { answer: "yes" } as const;
const accept = (token: string, password = PASSWORD) =>
  api("POST", "wp/v2/users/invitation", { body: { token, password, answer: YES } });

describe("the link of an invitation", () => {
  test("an invitation opens an account without a password, which the invited person sets", async () => {
    const email = someone();
    expect(await invite(email)).toBe("invited");
    expect((await mailsTo(email))[0]).toMatchObject({ template: "invitation", language: "en" });
    expect((await login(email)).status).toBe(401);
    expect((await accept(await tokenFor(email))).status).toBe(204);
    const { json } = await login(email);
    const me = await api("GET", "wp/v2/users/me/", { token: json.access_token });
    expect(me.json).toMatchObject({ roles: ["applicant", "evaluator"], language: "en" });
  });

  test("an invitation's link signs in once with a new password and ends all earlier sessions", async () => {
    const { email } = await register();
    await invite(email);
    const token = await tokenFor(email);
    const enter = (password = PASSWORD) =>
      api("POST", "wp/v2/users/login/invitation", { body: { token, password, answer: YES } });
    expect((await enter("password")).json.code).toBe("weak_password");
    const answers = await Promise.all([enter(), enter(), enter(), accept(token)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(3);
    const again = someone();
    await invite(again);
    const body = { token: await tokenFor(again), password: PASSWORD, answer: YES };
    const { status, json } = await api("POST", "wp/v2/users/login/invitation", { body });
    expect([status, json.token_type]).toEqual([200, "Bearer"]);
    const me = await api("GET", "wp/v2/users/me/", { token: json.access_token });
    expect(me.json).toMatchObject({ email: again, roles: ["applicant", "evaluator"] });
    expect((await mailsTo(again)).map(({ template }) => template)).toEqual(["invitation"]);
  });

  test("an invitation's link is stored as a hash and works once within seven days", async () => {
    const email = someone();
    await invite(email);
    const token = await tokenFor(email);
    const stored = await db.select().from(mailTokens);
    expect(JSON.stringify(stored)).not.toContain(token);
    const weak = await accept(token, "password");
    expect(weak.json.code).toBe("weak_password");
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410, 410]);

    const late = someone();
    await invite(late);
    clock.now = new Date(clock.now.getTime() + 7 * DAY + 1000);
    expect((await accept(await tokenFor(late))).json.code).toBe("token_expired");
  });

  test("a new invitation replaces the link of the old one", async () => {
    const email = someone();
    await invite(email);
    const first = await tokenFor(email);
    clock.now = new Date(clock.now.getTime() + DAY);
    expect(await invite(email)).toBe("invited");
    const second = (await mailsTo(email))
      .map(({ data }) => data.token)
      .find((one) => one !== first);
    expect((await accept(first)).status).toBe(410);
    expect((await accept(second ?? "")).status).toBe(204);
  });

  test("an invitation's link cannot reset a password, and a reset link cannot accept an invitation", async () => {
    const email = someone();
    await invite(email);
    const body = { token: await tokenFor(email), password: PASSWORD };
    expect((await api("POST", "wp/v2/users/password-reset", { body })).status).toBe(410);
    const known = await signUp();
    await api("POST", "wp/v2/users/password-recovery", { body: { email: known.email } });
    expect((await accept(await tokenFor(known.email))).status).toBe(410);
  });

  test("an invitation to an unconfirmed account replaces the password of the user who registered it", async () => {
    const { email } = await register({ password: "scelta-da-un-estraneo" });
    expect(await invite(email)).toBe("invited");
    expect((await accept(await tokenFor(email))).status).toBe(204);
    expect((await login(email, "scelta-da-un-estraneo")).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });
});

describe("invitation of an existing account", () => {
  test("an invited account gets an email in its language and becomes an evaluator when it answers yes", async () => {
    const { email, token } = await signUp();
    expect(await invite(email)).toBe("asked");
    expect(await invite(email)).toBe("asked");
    const notices = (await mailsTo(email)).filter(({ template }) => /evalu|invit/.test(template));
    const notice = { template: "invitation_known", language: "it" };
    expect(notices).toMatchObject([notice, notice]);
    const rolesOf = async () =>
      (await listAccounts(db)).find(([address]) => address === email)?.slice(2, 4);
    expect(await rolesOf()).toEqual(["applicant", "active"]);
    expect((await api("POST", "wp/v2/users/me/invitation", { token, body: YES })).status).toBe(200);
    expect(await rolesOf()).toEqual(["applicant, evaluator", "active"]);
    expect(await invite(email)).toBe("evaluates_already");
  });

  test("an account whose only way to sign in is a provider is asked like one with a password", async () => {
    const { id, email } = await makeUser();
    await db.insert(identities).values({ provider: "google", subject: id, userId: id });
    expect(await invite(email)).toBe("asked");
  });

  test("an invitation does not restore a closed account", async () => {
    const { id, email } = await makeUser({ deactivatedAt: clock.now });
    expect(await invite(email)).toBe("closed");
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user).toMatchObject({ roles: [], deactivatedAt: clock.now });
  });
});

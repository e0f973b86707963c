import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { answerBy } from "@/contract/evaluation/invitation";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { consents, users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { invitations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { dismissEvaluator, inviteEvaluator } from "./invite";

const bench = await evaluationBench();
const { api, db, clock, edition, freshToken, makeSent, makeUser } = bench;
const { invite, login } = peopleOf(bench);
const { id: project } = await makeSent();

const LESS = {
  answer: "less",
  capacity: 12,
  languages: ["it"],
  sectors: ["industry-food"],
  conflicts: ["Forno Rossi"],
} as const;
const PATH = "wp/v2/users";
const post = (path: string, body: object, token?: string) =>
  api("POST", `${PATH}/${path}`, { body, ...(token && { token }) });
const stored = async (email: string) => {
  const [row] = await db
    .select({ roles: users.roles, invitation: invitations })
    .from(users)
    .innerJoin(invitations, eq(invitations.userId, users.id))
    .where(and(eq(users.email, email), eq(invitations.editionId, edition.id)));
  return row;
};
const seesProjects = async (token: string) =>
  (await api("GET", "wp/v2/projects", { token })).status === 200;

/** Creates an account that has an invitation to evaluate. */
async function asked(capacity: number | null = null) {
  const user = await makeUser({ passwordHash: "any" });
  const person = { email: user.email, firstName: "x", lastName: "y", language: "it" as const };
  expect(await inviteEvaluator(db, { ...person, capacity }, clock.now)).toBe("asked");
  return user;
}

describe("an invitation without an answer in time", () => {
  const late = () => new Date(answerBy(clock.now, null).getTime());

  test("an expired invitation reports that, refuses an answer and can be sent again", async () => {
    const user = await asked();
    const before = clock.now;
    clock.now = late();
    const token = await freshToken(user);
    const read = await api("GET", `${PATH}/me/invitation`, { token });
    expect(read.json).toMatchObject({ over: true, answer_by: clock.now.toISOString() });
    const refused = await post("me/invitation", { answer: "yes" }, token);
    expect([refused.status, refused.json.code]).toEqual([410, "invitation_over"]);
    expect((await stored(user.email))?.roles).toEqual([]);
    const person = { email: user.email, firstName: "x", lastName: "y", language: "it" as const };
    await inviteEvaluator(db, person, clock.now);
    expect((await post("me/invitation", { answer: "yes" }, token)).status).toBe(200);
    clock.now = before;
  });

  test("an answer given in time can be changed after the last day", async () => {
    const user = await asked();
    expect((await post("me/invitation", { answer: "no" }, user.token)).status).toBe(200);
    const before = clock.now;
    clock.now = late();
    const token = await freshToken(user);
    expect((await post("me/invitation", { answer: "yes" }, token)).json.over).toBe(false);
    clock.now = before;
  });
});

describe("answers through an invitation's link", () => {
  test("an invitation's link shows the request, and gives the evaluator role only after a yes with a password", async () => {
    const { email, token } = await invite();
    const { json } = await post("invitation/read", { token });
    expect(json.invitation).toMatchObject({
      edition: edition.year,
      first_name: "Ada",
      projects: 1,
      hours: 1,
      answer: null,
      begun: false,
    });
    expect(await stored(email)).toMatchObject({ roles: [], invitation: { answer: null } });
    const entered = await post("login/invitation", { token, password: PASSWORD, answer: LESS });
    expect(entered.status).toBe(200);
    expect(await seesProjects(entered.json.access_token)).toBe(true);
    expect(await stored(email)).toMatchObject({
      roles: ["evaluator"],
      invitation: { ...LESS, answeredAt: clock.now },
    });
  });

  test("a password without an answer opens the account without the evaluator role", async () => {
    const { email, token } = await invite();
    const { json } = await post("login/invitation", { token, password: PASSWORD });
    expect(await seesProjects(json.access_token)).toBe(false);
    expect((await stored(email))?.roles).toEqual([]);
    const answer = await post("me/invitation", { answer: "yes" }, json.access_token);
    expect(answer.json).toMatchObject({ answer: "yes", capacity: null });
    expect(await seesProjects(json.access_token)).toBe(true);
  });

  test("a no needs no password, with or without a text, and can be changed to a yes", async () => {
    const { email, token } = await invite();
    expect((await post("invitation/no", { token, words: "Un conflitto" })).status).toBe(204);
    const no = { roles: [], invitation: { answer: "no", words: "Un conflitto" } };
    expect(await stored(email)).toMatchObject(no);
    expect((await login(email)).status).toBe(401);
    const body = { token, password: PASSWORD, answer: { answer: "yes" } };
    expect((await post("invitation", body)).status).toBe(204);
    expect(await stored(email)).toMatchObject({
      roles: ["evaluator"],
      invitation: { answer: "yes", words: "" },
    });
    for (const path of ["invitation/read", "invitation/no"]) {
      expect((await post(path, { token })).json.code).toBe("token_expired");
    }
  });

  test('an answer must be one of three, "less" needs a number, and an invalid answer does not use up the link', async () => {
    const { token } = await invite();
    for (const [answer, field] of [
      [{ answer: "maybe" }, "answer"],
      [{ answer: "less" }, "capacity"],
      [{ answer: "less", capacity: 0 }, "capacity"],
      [{ answer: "less", sectors: ["industry-magic"] }, "sectors"],
    ] as const) {
      const { status, json } = await post("invitation", { token, password: PASSWORD, answer });
      expect([status, Object.keys(json.data.fields).join()]).toEqual([
        422,
        expect.stringContaining(field),
      ]);
    }
    expect((await post("users/link", { token })).status).not.toBe(410);
  });
});

describe("consent to the privacy policy of an invitation", () => {
  const accepted = async (email: string) => {
    const rows = await db
      .select({ consent: consents })
      .from(consents)
      .innerJoin(users, eq(users.id, consents.userId))
      .where(eq(users.email, email));
    return rows.map(({ consent }) => consent);
  };
  const policy = expect.objectContaining({
    ...{ kind: "privacy", accepted: true, source: "invitation", language: "en" },
    document: "/policy/web-privacy-en.pdf",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  test("the privacy consent is recorded when an invited person sets a password, by either request", async () => {
    for (const path of ["login/invitation", "invitation"]) {
      const { email, token } = await invite();
      await post(`${path}?lang=en`, { token, password: PASSWORD, answer: { answer: "yes" } });
      expect(await accepted(email)).toEqual([policy]);
    }
  });

  test("the privacy consent is recorded when an account answers yes, and not when it answers no", async () => {
    const { email, token } = await asked();
    await post("me/invitation?lang=en", { answer: "no" }, token);
    expect(await accepted(email)).toEqual([]);
    await post("me/invitation?lang=en", LESS, token);
    expect(await accepted(email)).toEqual([policy]);
  });
});

describe("an invited account", () => {
  test("an invited account can change its answer until it has begun an evaluation", async () => {
    const { email, token } = await asked(40);
    const say = (body: object) => post("me/invitation", body, token);
    expect((await say({ answer: "yes" })).json).toMatchObject({ answer: "yes", capacity: 40 });
    const whole = { ...LESS, answer: "yes" };
    expect((await say(whole)).json).toMatchObject({ ...whole, capacity: 40 });
    expect((await say(LESS)).json).toMatchObject(LESS);
    expect((await say({ answer: "no" })).json).toMatchObject({ answer: "no", capacity: null });
    expect((await stored(email))?.roles).toEqual([]);
    expect(await seesProjects(token)).toBe(false);
    expect((await say(LESS)).status).toBe(200);
    const scores = five(1, null, null, null, null);
    const path = `wp/v2/projects/${project}/evaluation`;
    expect((await api("POST", path, { token, body: { scores } })).status).toBe(200);
    expect((await say({ answer: "no" })).json.code).toBe("already_begun");
    expect((await api("GET", `${PATH}/me/invitation`, { token })).json.begun).toBe(true);
    expect((await stored(email))?.roles).toEqual(["evaluator"]);
  });

  test("an invited account keeps its other roles when it answers", async () => {
    const { id, token } = await asked();
    await db
      .update(users)
      .set({ roles: ["auditor"] })
      .where(eq(users.id, id));
    await post("me/invitation", { answer: "yes" }, token);
    await post("me/invitation", { answer: "no" }, token);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.roles).toEqual(["auditor"]);
  });

  test("an account without an invitation gets 404", async () => {
    const { token } = await makeUser();
    expect((await api("GET", `${PATH}/me/invitation`, { token })).json.code).toBe("not_found");
    expect((await post("me/invitation", { answer: "yes" }, token)).json.code).toBe("not_found");
    const evaluator = await makeUser({ roles: ["evaluator"] });
    expect((await post("me/invitation", { answer: "no" }, evaluator.token)).status).toBe(404);
  });

  test("an evaluator who leaves the jury loses role, invitation and link", async () => {
    const user = await asked();
    await post("me/invitation", { answer: "yes" }, user.token);
    await dismissEvaluator(db, user, clock.now);
    expect(await stored(user.email)).toBeUndefined();
    const { email, token } = await invite();
    const [row] = await db.select().from(users).where(eq(users.email, email));
    if (row) await dismissEvaluator(db, row, clock.now);
    expect((await post("invitation/no", { token })).json.code).toBe("token_expired");
  });
});

test("an invitation shows the person's agreed load and days, on the page and in the email", async () => {
  for (let one = 0; one < 27; one += 1) await makeSent();
  const ends = new Date(clock.now.getTime() + 3 * 24 * 3_600_000);
  await db.update(editions).set({ evaluationClosesAt: ends }).where(eq(editions.id, edition.id));
  const user = await asked(15);
  const token = await freshToken(user);
  const page = async () => (await api("GET", `${PATH}/me/invitation`, { token })).json;
  expect(await page()).toMatchObject({
    ...{ projects: 28, capacity: 15, hours: 4 },
    answer_by: ends.toISOString(),
    over: false,
  });
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
  expect(mail?.data).toMatchObject({
    ...{ capacity: "15", hours: "4" },
    ...{ answer_by: ends.toISOString(), deadline: ends.toISOString() },
  });
  // The mail omits the number of all projects, because it would contradict the agreed number.
  expect(mail?.data).not.toHaveProperty("projects");
  await post("me/invitation", LESS, token);
  expect(await page()).toMatchObject({ capacity: 12, hours: 3 });
  const late = await asked();
  const before = clock.now;
  clock.now = ends;
  const own = await api("GET", `${PATH}/me/invitation`, { token: await freshToken(late) });
  expect(own.json).toMatchObject({ over: true, hours: 7 });
  clock.now = before;
  await db.update(editions).set({ evaluationClosesAt: null }).where(eq(editions.id, edition.id));
});

import { and, count, eq, isNotNull, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { MINUTE } from "@/contract/durations";
import type { ActionPreview } from "@/contract/staff/preview";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { users } from "../../db/schema/accounts";
import { projectEvents, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { decisionReleases, decisions, rankingOpenings } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const AT = "wp/v2/staff/selection";

/**
 * Creates five projects and a jury of three evaluators. The first `closed` evaluators have closed their evaluation (by
 * default, all). Project A has a total of 90, B and C have 80, D has 50, and one project has no scores.
 */
async function scene({ closed = 3 } = {}) {
  const bench = await funnelBench();
  const { api, clock, db, edition, makeApplicant, makeEvaluator, makeUser } = bench;
  const projects = [
    await makeApplicant("A", {}, { email: "a@example.org", language: "en" }),
    await makeApplicant("B", {}, { email: "b@example.org" }),
    await makeApplicant("C", {}, { email: "c@example.org" }),
    await makeApplicant("D", {}, { email: "d@example.org" }),
    await makeApplicant("E", {}, { email: "e@example.org" }),
  ];
  const ids = projects.map(({ id }) => id);
  for (let number = 0; number < 3; number += 1) {
    const evaluator = await makeEvaluator();
    for (const [index, score] of [9, 8, 8, 5].entries()) {
      const scores = five(score, score, score, score, score);
      await evaluator.save(ids[index] ?? "", { scores });
    }
    if (number < closed) await evaluator.close();
  }
  const staff = await makeUser({ roles: ["staff"] });
  const director = await makeUser({ roles: ["director"] });
  await markReauthenticated(db, director.sessionId, { byKey: true, now: clock.now });
  const auditor = await makeUser({ roles: ["auditor"] });
  const base = { edition: edition.year, stage: "pre_selected" };
  const post = async (path: string, body: object, { token } = staff) =>
    api("POST", `${AT}/${path}`, { token, body: { ...base, ...body } });
  /** Previews a staff action and then executes it. */
  async function make(path: string, body: object, who = staff, given: object = {}) {
    const shown: ActionPreview = (await post(path, body, who)).json;
    const confirmed = { ...body, reason: "Riunione", plan: shown.plan, ...given };
    return { shown, made: await post(path, confirmed, who) };
  }
  const pick = (...some: number[]) => ({
    pick: { ids: some.map((one) => ids[one]) },
    outcome: "selected",
  });
  return { ...bench, ids, staff, director, auditor, post, make, pick };
}
const named = ({ effects, against }: ActionPreview) => ({
  effects: effects.map(({ name, count: own }) => [name, own]),
  against: against.map(({ name, count: own }) => [name, own]),
});

describe("before the jury has closed", async () => {
  const { api, db, director, post, make, pick } = await scene({ closed: 2 });

  test("no action has a preview before the jury has closed, regardless of scores", async () => {
    const asked: [string, object][] = [
      ["decisions", pick(0)],
      ["decisions", { pick: { top: 2 }, outcome: "selected" }],
      ["undoing", {}],
      ["corrections", { ids: pick(0).pick.ids, outcome: "not_selected" }],
      ["releases", {}],
    ];
    for (const [path, body] of asked) {
      const { status, json } = await post(path, body, director);
      expect([path, status, json.code]).toEqual([path, 403, "jury_not_closed"]);
    }
    const mails = await api("GET", `${AT}/mails?stage=pre_selected`, { token: director.token });
    expect(mails.json.code).toBe("jury_not_closed");
  });

  test("the ranking is not opened early when too few evaluators have closed", async () => {
    const { json } = await post("opening", {}, director);
    expect(json.count).toBe(0);
    expect(json.against).toEqual([
      { name: "too_few_closed", count: 0, facts: { needed: "3", closed: "2" } },
    ]);
    const { made } = await make("opening", {}, director);
    expect([made.status, made.json.code]).toEqual([422, "act_refused"]);
    expect(await db.select().from(rankingOpenings)).toEqual([]);
  });
});

describe("an early-opened ranking", async () => {
  const { api, db, makeEvaluator, staff, director, post, make, pick } = await scene();
  await makeEvaluator();

  test("a director opens the ranking early with a reason, and staff can then read it", async () => {
    const token = staff.token;
    expect((await api("GET", AT, { token })).json.results).toBeNull();
    expect((await post("opening", {}, staff)).status).toBe(404);
    const { shown, made } = await make("opening", {}, director);
    expect(named(shown).effects[0]).toEqual(["opened_early", 1]);
    expect(made.json).toMatchObject({ done: true });
    const [line] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "evaluation.open-early"));
    expect(line).toMatchObject({ level: "web", actorId: director.id });
    expect((await api("GET", AT, { token })).json.results.rows).toHaveLength(5);
    expect((await post("opening", {}, director)).json.against[0].name).toBe("already_open");
  });

  test("a selection in an early-opened ranking has the open evaluations as blocker", async () => {
    const { shown, made } = await make("decisions", pick(0));
    expect(shown.against).toEqual([
      { name: "jury_open", count: 0, facts: { open: "1", all: "4" } },
    ]);
    expect(made.json.code).toBe("act_refused");
    const past = await make("decisions", pick(0), staff, { anyway: true });
    expect(past.made.json).toMatchObject({ done: true, count: 1 });
  });
});

describe("planning and undoing", async () => {
  const { db, ids, auditor, director, staff, make, post, pick } = await scene();
  const standing = () =>
    db.select().from(decisions).where(like(decisions.stage, "%")).orderBy(decisions.sequence);

  test("planned decisions are hidden from all callers except staff", async () => {
    expect((await post("decisions", pick(0), auditor)).status).toBe(404);
    const { shown, made } = await make("decisions", { pick: { top: 1 }, outcome: "selected" });
    expect([shown.count, shown.mails, shown.done]).toEqual([1, [], false]);
    // Staff asked for the first projects of the ranking without naming them, so the preview names them.
    expect(shown.chosen).toEqual([ids[0]]);
    expect(named(shown).effects).toEqual([["decisions_planned", 1]]);
    expect(made.json).toMatchObject({ done: true, count: 1, line: expect.any(Number) });
    expect((await standing()).map(({ projectId }) => projectId)).toEqual([ids[0]]);
    expect(await db.$count(outbox, like(outbox.template, "decision%"))).toBe(0);
  });

  test("a cut through ties excludes the ties", async () => {
    const two = { pick: { top: 2 }, outcome: "selected" };
    const { json } = await post("decisions", two);
    expect(json).toMatchObject({
      count: 0,
      against: [{ name: "tie", count: 1, facts: { equals: "2" } }],
    });
  });

  test("a concurrent selection is refused and the response has the new preview", async () => {
    const body = pick(1, 3);
    const shown: ActionPreview = (await post("decisions", body)).json;
    await make("decisions", pick(3), director);
    const late = await post("decisions", { ...body, reason: "Riunione", plan: shown.plan });
    expect([late.status, late.json.code]).toEqual([412, "plan_changed"]);
    expect(named(late.json.data.current)).toEqual({
      effects: [["decisions_planned", 1]],
      against: [["not_decidable", 1]],
    });
    expect(await standing()).toHaveLength(2);
  });

  test("undoing decisions requires the typed count", async () => {
    const wrong = await make("undoing", {}, staff, { typed: 1 });
    expect(wrong.shown.count).toBe(2);
    expect(wrong.made.json.data.fields).toEqual({ typed: "invalid_choice" });
    const { made } = await make("undoing", {}, staff, { typed: 2 });
    expect(made.json).toMatchObject({ done: true, count: 2 });
    expect((await standing()).every(({ undoneAt }) => undoneAt !== null)).toBe(true);
    expect((await post("undoing", {})).json.count).toBe(0);
  });
});

describe("the release", async () => {
  const bench = await scene();
  const { api, db, clock, ids, staff, director, post, make, pick, mails } = bench;
  const read = async (query = "") =>
    (await api("GET", `${AT}/mails?stage=pre_selected${query}`, { token: staff.token })).json;

  test("before a release, a deadline is extended for one application and no other", async () => {
    const body = { selection: { ids: [ids[4]] }, until: "2026-12-31T18:00" };
    const path = "wp/v2/staff/applications";
    const extend = (action: string, more: object) =>
      api("POST", `${path}/${action}`, { token: staff.token, body: { ...body, ...more } });
    const { json: shown } = await extend("extension", {});
    expect([shown.count, shown.against]).toEqual([1, []]);
    await extend("extension", { plan: shown.plan, reason: "Linea caduta" });
    const extended = await db.select().from(projects).where(isNotNull(projects.extendedUntil));
    expect(extended.map(({ id }) => id)).toEqual([ids[4]]);
    const { json } = await api("POST", `${path}/unextension`, {
      ...{ token: staff.token, body: { selection: body.selection } },
    });
    await api("POST", `${path}/unextension`, {
      token: staff.token,
      body: { selection: body.selection, plan: json.plan, reason: "Errore" },
    });
    await db.delete(outbox);
  });

  test("a release requires a director and a recent re-authentication", async () => {
    await make("decisions", pick(0, 1, 2));
    expect((await post("releases", {}, staff)).status).toBe(404);
    const shown: ActionPreview = (await post("releases", {}, director)).json;
    const before = clock.now;
    clock.now = new Date(clock.now.getTime() + 10 * MINUTE);
    const late = await post("releases", { reason: "Giuria", plan: shown.plan }, director);
    clock.now = before;
    expect(late.status).toBe(403);
    expect(late.json.code).toBe("key_required");
    expect(await mails()).toEqual([]);
  });

  test("a decision email is sent to the caller as a test, logged, and releases nothing", async () => {
    const [kind] = (await read()).kinds;
    const before = await db.$count(decisions);
    const which = { template: kind.template, language: kind.languages[0].language };
    const { status, json } = await post("mails", which);
    const [me] = await db.select().from(users).where(eq(users.id, staff.id));
    expect([status, json]).toEqual([200, { to: me?.email }]);
    const sent = await db.select().from(outbox).where(eq(outbox.recipient, json.to));
    expect(sent).toMatchObject([{ ...which, userId: null, projectId: null }]);
    expect(await db.$count(decisions)).toBe(before);
    const lines = await db.select().from(auditEntries).where(eq(auditEntries.act, "mail.test"));
    expect(lines).toMatchObject([{ actorId: staff.id, data: { stage: "pre_selected" } }]);
    expect((await post("mails", { ...which, place: 999 })).status).toBe(404);
    await db.delete(outbox).where(eq(outbox.recipient, json.to));
  });

  test("the preview shows the decision emails exactly, by outcome and language", async () => {
    const { kinds, mail, of } = await read();
    expect(kinds.map(({ outcome, languages }: never) => [outcome, languages])).toEqual([
      [
        "selected",
        [
          { language: "it", count: 2 },
          { language: "en", count: 1 },
        ],
      ],
      ["not_selected", [{ language: "it", count: 2 }]],
    ]);
    expect([of, mail.to]).toEqual([3, "Giulia Ferraro <a@example.org>"]);
    const english = await read("&template=decision_pre_selected&language=en");
    expect([english.of, english.mail.language]).toEqual([1, "en"]);
    const past = await read("&template=decision_pre_selected&place=4");
    expect(past.mail).toBeNull();
  });

  test("recipients whose last email was rejected are named before the release", async () => {
    const values = { recipient: "c@example.org", language: "it" as const, data: {} };
    await db.insert(outbox).values({ ...values, template: "confirm", failedAt: clock.now });
    expect((await read()).refused).toEqual([{ id: ids[2], name: "C" }]);
  });

  test("each person receives one decision email, also after a repeated release", async () => {
    const { shown, made } = await make("releases", {}, director);
    expect(shown.effects[0]).toEqual({
      name: "told_once",
      count: 5,
      facts: { people: "5", mails: "5" },
    });
    expect(named(shown).effects).toContainEqual(["told_unread", 1]);
    expect(made.json).toMatchObject({ done: true, count: 5 });
    const rows = await db
      .select({ to: outbox.recipient, mails: count() })
      .from(outbox)
      .where(like(outbox.template, "decision%"))
      .groupBy(outbox.recipient);
    expect(rows.map(({ mails: own }) => own)).toEqual([1, 1, 1, 1, 1]);
    const again = await post("releases", { reason: "Giuria", plan: shown.plan }, director);
    expect(again.json.code).toBe("plan_changed");
    expect((await post("releases", {}, director)).json.count).toBe(0);
    expect(await db.$count(outbox, like(outbox.template, "decision%"))).toBe(5);
  });

  test("after a release, no deadline is extended, and the preview says why", async () => {
    const extend = (body: object) =>
      api("POST", "wp/v2/staff/applications/extension", { token: staff.token, body });
    const body = { selection: { ids: [ids[0], ids[4]] }, until: "2026-12-31T18:00" };
    const { json: shown } = await extend(body);
    expect(named(shown)).toEqual({ effects: [["extended", 0]], against: [["announced", 2]] });
    const confirmed = { ...body, plan: shown.plan, reason: "Ha chiamato" };
    expect((await extend(confirmed)).json.code).toBe("act_refused");
    // Staff cannot override this blocker: with `anyway`, the action still extends no deadline.
    expect((await extend({ ...confirmed, anyway: true })).json.count).toBe(0);
    expect(await db.$count(projects, isNotNull(projects.extendedUntil))).toBe(0);
  });

  test("a released decision cannot be undone, and a correction is hidden until it is released", async () => {
    expect((await post("undoing", { ids: [ids[0]] })).json).toMatchObject({
      count: 0,
      against: [{ name: "not_decidable", count: 1 }],
    });
    const body = { ids: [ids[3], ids[0]], outcome: "selected" };
    expect((await post("corrections", body, staff)).status).toBe(404);
    const { shown } = await make("corrections", body, director, { anyway: true });
    expect(named(shown)).toEqual({
      effects: [["decisions_corrected", 1]],
      against: [["not_decidable", 1]],
    });
    const { made } = await make("releases", {}, director);
    expect(made.json).toMatchObject({
      count: 1,
      mails: [{ template: "decision_corrected_selected" }],
    });
  });

  test("a tie at the next place blocks the release until staff decide", async () => {
    const at = { stage: "semifinalist" };
    await make("decisions", { ...pick(0, 1, 2), ...at });
    await make("releases", at, director);
    await make("decisions", { ...pick(0, 1, 2), stage: "finalist" });
    await make("releases", { stage: "finalist" }, director);
    const last = { stage: "winner" };
    await make("decisions", { ...pick(0), outcome: "not_selected", ...last });
    const { shown, made } = await make("releases", last, director, { anyway: true });
    expect([shown.count, named(shown).against]).toEqual([0, [["tie_next", 0]]]);
    expect([made.json.count, made.json.line]).toEqual([0, null]);
    await make("decisions", { ...pick(1), ...last });
    await db.update(users).set({ erasedAt: clock.now }).where(eq(users.email, "b@example.org"));
    const { json } = await post("releases", last, director);
    expect(named(json).effects).toContainEqual(["told_without_mail", 1]);
    const where = and(eq(decisions.stage, "winner"), eq(decisions.outcome, "selected"));
    expect(await db.$count(decisions, where)).toBe(1);
  });
});

describe("the details of a release", async () => {
  const { api, db, director, ids, post, make, pick, mails } = await scene();
  const details = {
    where_it: "OGR, Torino",
    where_en: "OGR, Turin",
    when: "2026-12-10T18:30",
    sentence_it: "Portate un documento.",
    sentence_en: "Bring an identity document.",
  };
  await make("decisions", pick(0, 1));

  test("a text in one language only, and a day in the past, are refused", async () => {
    const fields = async (given: object) =>
      (await post("releases", given, director)).json.data.fields;
    expect(await fields({ where_it: "Torino" })).toEqual({ where_en: "required" });
    expect(await fields({ sentence_en: "Come early." })).toEqual({ sentence_it: "required" });
    expect(await fields({ when: "2026-11-19" })).toEqual({ when: "invalid_choice" });
  });

  test("each recipient's preview and the test email contain the details in its language", async () => {
    const query = new URLSearchParams({ stage: "pre_selected", ...details });
    const { json } = await api("GET", `${AT}/mails?${query}&language=en`, {
      token: director.token,
    });
    expect(json.mail.paragraphs).toContain(details.sentence_en);
    expect(json.mail.details).toEqual([
      { label: "Where", value: "OGR, Turin" },
      { label: "When", value: "Thursday 10 December 2026 at 18:30" },
    ]);
    const own = await api("POST", `${AT}/mails`, {
      token: director.token,
      body: { edition: 2026, stage: "pre_selected", language: "en", ...details },
    });
    expect(own.status).toBe(200);
    const [test] = await mails();
    expect(test?.data).toMatchObject({ where: "OGR, Turin", sentence: details.sentence_en });
    await db.delete(outbox);
  });

  test("a release with other details than the preview's is not executed", async () => {
    const { plan } = (await post("releases", details, director)).json;
    const other = { ...details, when: "2026-12-11T18:30", reason: "Giuria", plan };
    expect((await post("releases", other, director)).json.code).toBe("plan_changed");
  });

  test("the selected applicants get the details in email and timeline, the others do not", async () => {
    const { shown, made } = await make("releases", details, director);
    expect(named(shown).effects).toContainEqual(["with_details", 2]);
    expect(made.status).toBe(200);
    const sent = new Map((await mails()).map(({ recipient, data }) => [recipient, data]));
    expect(sent.get("a@example.org")).toMatchObject({
      where: "OGR, Turin",
      when: details.when,
      sentence: details.sentence_en,
    });
    expect(sent.get("b@example.org")).toMatchObject({ where: "OGR, Torino" });
    expect(sent.get("d@example.org")).not.toHaveProperty("where");
    const events = await db.select().from(projectEvents).where(eq(projectEvents.type, "decision"));
    for (const { projectId, data } of events) {
      const isSelected = projectId === ids[0] || projectId === ids[1];
      expect(data.where_it).toBe(isSelected ? details.where_it : undefined);
    }
  });

  test("the log keeps the details, and a correction starts with them", async () => {
    const [line] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "funnel.release"));
    expect(line?.data).toMatchObject(details);
    const { json } = await api("GET", AT, { token: director.token });
    expect(json.results.stages[0].details).toEqual(details);
    const [stored] = await db.select().from(decisionReleases);
    expect(stored?.details).toEqual(details);
  });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { DecisionOutcome, Stage } from "@/contract/evaluation/funnel";
import { LETTERS, letterBench } from "@/tests/support/people/letters";
import { projects } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { inviteEvaluator } from "../../users/invitation/invite";

const bench = await letterBench();
const { db, clock, edition, plant, makeUser, post, get, api, rita, send, letterOf } = bench;
const NONE = { subject: "", text: "" };
/** Returns letter texts with a new subject on each call, so that no other letter in this test file has equal texts. */
const texts = (it: string, en = "Hello") => ({
  it: { subject: `Avviso ${randomUUID()}`, text: it },
  en: { subject: "News", text: en },
});
const mailsOf = async (line: { line: number }) =>
  db
    .select()
    .from(outbox)
    .where(eq(outbox.letterId, await letterOf(line)));

describe("the recipients of a letter", () => {
  test("evaluators get a letter by state, also invited ones, and it appears on no application", async () => {
    const email = `${randomUUID()}@example.org`;
    await inviteEvaluator(
      db,
      { email, firstName: "Lea", lastName: "Sala", language: "it" },
      clock.now,
    );
    const paolo = await makeUser({ firstName: "Paolo", language: "en", roles: ["evaluator"] });
    const audience = "evaluators";
    const invited = { audience, query: { state: "invited" }, count: 1 };
    const { made } = await send({ selection: invited, texts: texts("A giovedì.") });
    const [mail, ...others] = await mailsOf(made.json);
    expect([mail?.recipient, mail?.projectId, others.length]).toEqual([email, null, 0]);
    const accepted = { audience, query: { state: "accepted" }, count: 1 };
    const own = await send({
      selection: accepted,
      texts: texts("x", "See {link} by {deadline|then}."),
    });
    const [to] = await mailsOf(own.made.json);
    expect(to?.recipient).toBe(paolo.email);
    expect(to?.data.text).toMatch(/^See http.*\/en\/dashboard\/evaluation by then\.$/);
    const chosen = { audience, ids: [paolo.id, rita.id] };
    expect((await post(LETTERS, { selection: chosen, texts: texts("x") })).json.count).toBe(1);
    expect((await get(LETTERS)).letters[0]).toMatchObject({ audience, count: 1 });
  });

  test("people without an application are found, counted and written to", async () => {
    const [ada, bea] = [await plant(), await makeUser({ firstName: "Bea", lastName: "Neri" })];
    await db.update(projects).set({ withdrawnAt: clock.now }).where(eq(projects.id, ada.id));
    const list = await get("wp/v2/staff/people?application=none&per_page=100");
    const found = list.people.map(({ id }: { id: string }) => id);
    expect(found).toContain(bea.id);
    expect(found).toContain(ada.user);
    expect(list.counts.applications.none).toBe(list.total);
    const audience = "people";
    const body = { selection: { audience, ids: [bea.id, ada.user] }, texts: texts("Ciao {nome}") };
    const { made } = await send(body);
    expect((await mailsOf(made.json)).map(({ data }) => data.text).sort()).toEqual([
      "Ciao Ada Rossi",
      "Ciao Bea Neri",
    ]);
    const all = { audience, query: { application: "none" }, count: list.total };
    const shown = (await post(LETTERS, { ...body, selection: all })).json;
    const out = shown.against.reduce((sum: number, one: { count: number }) => sum + one.count, 0);
    expect(shown.count + out).toBe(list.total);
  });

  test("the same text reaches a person once, as an applicant and as an account", async () => {
    const ada = await plant();
    const same = texts("Una volta sola");
    await send({ selection: { ids: [ada.id] }, texts: same });
    const again = { selection: { audience: "people", ids: [ada.user] }, texts: same };
    expect((await post(LETTERS, again)).json).toMatchObject({
      count: 0,
      against: [{ name: "letter_had", count: 1 }],
    });
  });
});

describe("the placeholders of a letter", () => {
  test("each recipient reads their own values, and the longest email can be previewed", async () => {
    const until = new Date(edition.closesAt.getTime() + 3_600_000);
    const [short, long] = [
      await plant({ firstName: "Al" }, "Io"),
      await plant({}, "Un nome lungo"),
    ];
    await db.update(projects).set({ extendedUntil: until }).where(eq(projects.id, long.id));
    const releaseId = randomUUID();
    const released = {
      id: releaseId,
      editionId: edition.id,
      at: clock.now,
      actor: "Ada",
      reason: "x",
    };
    await db.insert(decisionReleases).values(released as never);
    const decided = {
      editionId: edition.id,
      outcome: "selected" as const,
      decidedAt: clock.now,
      actor: "Ada",
      reason: "x",
    };
    await db.insert(decisions).values([
      { ...decided, projectId: short.id, stage: "pre_selected", releaseId },
      { ...decided, projectId: short.id, stage: "semifinalist", releaseId },
      { ...decided, projectId: long.id, stage: "pre_selected" },
    ]);
    const body = {
      selection: { ids: [short.id, long.id] },
      texts: texts("{progetto}, entro le {scadenza}, {fase|la selezione}: {link}"),
    };
    const longest = (await post(`${LETTERS}/preview`, { ...body, pick: "longest" })).json;
    expect(longest.mail.paragraphs[1]).toContain("Un nome lungo, entro le");
    expect(longest.missing).toEqual([{ placeholder: "stage", replaced: 1, skipped: 0 }]);
    const replaced = (await post(`${LETTERS}/preview`, { ...body, pick: "replaced" })).json;
    expect([replaced.of, replaced.mail.paragraphs[1]]).toEqual([
      1,
      expect.stringContaining("la selezione: "),
    ]);
    const { made } = await send(body);
    const sent = (await mailsOf(made.json)).map(({ data }) => data.text ?? "").sort();
    expect(sent[0]).toMatch(/^Io, entro le ore .*, semifinale: http.*\/dashboard$/);
    expect(sent[1]).toMatch(/^Un nome lungo, entro le ore .*, la selezione: /);
    expect(sent[0]?.split(",")[1]).not.toBe(sent[1]?.split(",")[1]);
  });

  test("a recipient without a value is skipped and named unless the text has another text", async () => {
    const [ada, bea] = [await plant(), await plant({ firstName: "Bea" }, "")];
    const selection = { ids: [ada.id, bea.id] };
    const body = { selection, texts: texts("Per {progetto}.") };
    const shown = (await post(LETTERS, body)).json;
    expect([shown.count, shown.against]).toEqual([1, [{ name: "letter_no_value", count: 1 }]]);
    expect((await post(`${LETTERS}/left-out`, body)).json.people).toMatchObject([
      { id: bea.id, why: "letter_no_value" },
    ]);
    const preview = (await post(`${LETTERS}/preview`, body)).json;
    expect(preview.missing).toEqual([{ placeholder: "project", replaced: 0, skipped: 1 }]);
    const { made } = await send({ selection, texts: texts("Per {progetto|il tuo progetto}.") });
    expect((await mailsOf(made.json)).map(({ data }) => data.text).sort()).toEqual([
      "Per Filò.",
      "Per il tuo progetto.",
    ]);
  });

  test.each(["{nme}", "{progetto|}", "{progetto", "progetto}", "{pro\ngetto}"])(
    "a letter with the malformed placeholder %j is refused at its field",
    async (wrong) => {
      const ada = await plant();
      const body = { selection: { ids: [ada.id] }, texts: texts(wrong) };
      for (const path of [LETTERS, `${LETTERS}/preview`]) {
        const { status, json } = await post(path, body);
        expect([status, json.data.fields]).toEqual([
          422,
          { "texts.it.text": "invalid_placeholder" },
        ]);
      }
    },
  );

  test("a letter that states a deadline warns if a recipient has another one", async () => {
    const [ada, bea, cat] = [await plant(), await plant(), await plant()];
    const until = new Date(edition.closesAt.getTime() + 3_600_000);
    await db.update(projects).set({ extendedUntil: until }).where(eq(projects.id, cat.id));
    const selection = { ids: [ada.id, bea.id, cat.id] };
    const effects = async (text: string) =>
      (await post(LETTERS, { selection, texts: texts(text) })).json.effects;
    const warned = await effects("Invia entro mezzanotte.");
    expect(warned[1]).toMatchObject({ name: "letter_differs_deadline", count: 1 });
    expect(Object.keys(warned[1].facts)).toEqual(["usual", "other"]);
    expect(await effects("Invia presto: {scadenza}.")).toHaveLength(1);
    expect(await effects("Invia il 30 settembre.")).toHaveLength(2);
  });
});

describe("a letter about a stage", () => {
  const decide = async (
    stage: Stage,
    outcome: DecisionOutcome,
    chosen: readonly { id: string }[],
    isReleased = true,
  ) => {
    const releaseId = randomUUID();
    const act = { actor: "Ada", reason: "x" };
    if (isReleased)
      await db
        .insert(decisionReleases)
        .values({ id: releaseId, editionId: edition.id, at: clock.now, ...act } as never);
    const one = { editionId: edition.id, stage, outcome, decidedAt: clock.now, ...act };
    await db
      .insert(decisions)
      .values(
        chosen.map(({ id }) => ({ ...one, projectId: id, ...(isReleased && { releaseId }) })),
      );
  };

  test("a letter reaches the applicants with the outcome of a stage, and only released outcomes", async () => {
    const [went, out, waits] = [await plant(), await plant(), await plant()];
    for (const { id } of [went, out, waits])
      await db.update(projects).set({ sentAt: clock.now }).where(eq(projects.id, id));
    await decide("finalist", "selected", [went]);
    await decide("finalist", "not_selected", [out]);
    await decide("finalist", "not_selected", [waits], false);
    const to = async (outcome: DecisionOutcome) => {
      const query = { reached: "finalist", outcome };
      const { made } = await send({ selection: { query, count: 1 }, texts: texts("x") });
      return (await mailsOf(made.json)).map(({ recipient }) => recipient);
    };
    expect(await to("selected")).toEqual([went.email]);
    expect(await to("not_selected")).toEqual([out.email]);
  });

  test("a letter that states a stage warns if a recipient is in another one", async () => {
    const [ada, bea, cat, undecided] = [
      await plant(),
      await plant(),
      await plant(),
      await plant({ language: "en" }),
    ];
    await decide("pre_selected", "selected", [ada, bea, cat]);
    await decide("semifinalist", "selected", [ada, bea]);
    // The second decision is unreleased, so the letter uses the applicant's previous stage.
    await decide("semifinalist", "selected", [cat], false);
    const effects = async (text: string, ...to: { id: string }[]) =>
      (await post(LETTERS, { selection: { ids: to.map(({ id }) => id) }, texts: texts(text) })).json
        .effects;
    const says = "Ci vediamo alla semifinale.";
    expect(await effects(says, ada, bea, cat)).toEqual([
      { name: "letter_queued", count: 3 },
      { name: "letter_differs_stage", count: 1 },
    ]);
    expect(await effects(says, ada, bea)).toHaveLength(1);
    expect(await effects("Ci vediamo: {fase}.", ada, bea, cat)).toHaveLength(1);
    // The English text names no stage, so its recipients cause no warning about different stages.
    expect(await effects(says, ada, bea, undecided)).toHaveLength(1);
  });
});

test("a test is marked in subject and text, and states the values of the previewed recipient", async () => {
  const ada = await plant({ firstName: "Ada" }, "Balia");
  const it = { subject: "Per {progetto}", text: "Entro le {scadenza}" };
  const as = { selection: { ids: [ada.id] }, place: 1 };
  await post(`${LETTERS}/test`, { language: "it", ...it, as });
  await post(`${LETTERS}/test`, { language: "it", ...it });
  const rows = await db.select().from(outbox).where(eq(outbox.recipient, rita.email));
  const { readMail } = await import("../../mail/administer");
  const read = rows.map((row) => readMail(row, bench.deps.config, clock.now));
  expect(read.map((mail) => mail?.subject)).toContain("[Prova] Per Balia");
  for (const mail of read) {
    expect(mail?.text).toContain("è una prova");
    expect(mail?.html).toContain("è una prova");
    expect(mail?.text).not.toContain("{");
  }
});

describe("saved texts of letters", () => {
  const PATH = "wp/v2/staff/letter-texts";
  const body = { name: "Ultimi giorni", texts: { it: { subject: "A", text: "B" }, en: NONE } };

  test("all staff use the same texts, a name is unique, and a changed text is not overwritten", async () => {
    const carla = await makeUser({ roles: ["director"] });
    const kept = await post(PATH, body);
    expect(kept.status).toBe(201);
    expect((await get(PATH, carla.token)).texts).toMatchObject([body]);
    const twice = await post(PATH, body, carla.token);
    expect([twice.status, twice.json.data.fields]).toEqual([422, { name: "name_taken" }]);
    clock.now = new Date(clock.now.getTime() + 1000);
    const { id, changed_at } = kept.json;
    const more = { ...body, replaces: { id, changed_at } };
    const both = await Promise.all([post(PATH, more), post(PATH, more, carla.token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 412]);
    const removed = await api("DELETE", `${PATH}/${id}`, { token: carla.token });
    expect(removed.status).toBe(204);
    expect((await api("DELETE", `${PATH}/${id}`, { token: carla.token })).status).toBe(404);
    const { acts } = await get("wp/v2/staff/acts?act=letter.keep-text");
    expect(acts).toHaveLength(2);
    expect(acts[0]).toMatchObject({ who: expect.any(String), reason: body.name });
  });

  test("an auditor reads saved texts and changes none", async () => {
    const auditor = await makeUser({ roles: ["auditor"] });
    expect((await api("GET", PATH, { token: auditor.token })).status).toBe(200);
    expect((await post(PATH, body, auditor.token)).status).toBe(404);
  });
});

import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { FEEDBACK_MAX } from "@/contract/evaluation/feedback";
import { CRITERION_REASONS } from "@/contract/evaluation/reasons";
import type { ActionPreview } from "@/contract/staff/preview";
import { walkOf, textOf as wholeTextOf } from "@/tests/support/browser/walk";
import { inLanguages } from "@/tests/support/in-languages";
import { unzip } from "@/tests/support/made-files/unpack";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { auditEntries } from "../db/schema/audit-log";
import { decisionReleases } from "../db/schema/evaluations";
import { feedback, releasedFeedback } from "../db/schema/feedback";
import { outbox } from "../db/schema/mail";
import { reopenEvaluation } from "../evaluations/close/verify-record";
import { makeRound, setJury } from "../evaluations/rounds/administer-rounds";
import { renderMail } from "../mail/render";
import { eraseAccount } from "../users/erase";
import { markReauthenticated } from "../users/sessions/reauthenticated";
import { bandsOf } from "./feedback";

const wordsOf = (files: Map<string, Buffer>) => [...files.values()].map(String).join("\n");

/** Creates an edition that gives feedback, with two evaluators, three projects, a staff member, and a director. */
async function scene({ given = true } = {}) {
  const bench = await funnelBench();
  const { api, clock, db, edition, makeApplicant, makeEvaluator, makeUser } = bench;
  await db.update(editions).set({ feedback: given, feedbackBand: given });
  const applicants = [
    await makeApplicant("Alfa", {}, { email: "a@example.org", language: "en" }),
    await makeApplicant("Beta", {}, { email: "b@example.org" }),
    await makeApplicant("Gamma", {}, { email: "c@example.org" }),
  ] as const;
  const [alfa, beta, gamma] = applicants;
  const one = await makeEvaluator({ firstName: "Ottavia", lastName: "Ferrero" });
  const two = await makeEvaluator({ firstName: "Paolo", lastName: "De Angelis" });
  const write = (
    by: { token: string },
    { id }: { id: string },
    body: object,
    headers?: Record<string, string>,
  ) => api("POST", `wp/v2/projects/${id}/feedback`, { token: by.token, body, headers });
  const read = async (by: { token: string }, { id }: { id: string }) =>
    (await api("GET", `wp/v2/projects/${id}/feedback`, { token: by.token })).json;
  const closeAll = async () => {
    for (const [place, evaluator] of [one, two].entries()) {
      for (const { id } of applicants) {
        await evaluator.save(id, { scores: five(9 - place, 8, 7, 6, 5), note: "NOTA PRIVATA" });
      }
      expect((await evaluator.close()).status).toBe(200);
    }
  };
  const staff = await makeUser({ roles: ["staff"] });
  const directors = [
    await makeUser({ roles: ["director"] }),
    await makeUser({ roles: ["director"] }),
  ] as const;
  for (const { sessionId } of directors) {
    await markReauthenticated(db, sessionId, { byKey: true, now: clock.now });
  }
  const base = { edition: edition.year, stage: "pre_selected" };
  const post = (path: string, body: object, by: { token: string } = staff) =>
    api("POST", `wp/v2/staff/${path}`, { token: by.token, body: { ...base, ...body } });
  /** Previews a staff action, then executes it. */
  async function make(path: string, body: object, by: { token: string } = staff, more = {}) {
    const shown: ActionPreview = (await post(path, body, by)).json;
    const agreed = { ...body, reason: "Riunione", plan: shown.plan, ...more };
    return { shown, made: await post(path, agreed, by) };
  }
  const list = async () => {
    const path = "wp/v2/staff/feedback?stage=pre_selected";
    return (await api("GET", path, { token: staff.token })).json;
  };
  const textOf = async (project: { id: string }, text: string): Promise<string> => {
    const { projects } = await list();
    const own = projects.find(({ id }: { id: string }) => id === project.id);
    return own.texts.find((found: { text: string }) => found.text === text).id;
  };
  const received = async ({ token }: { token: string }) =>
    (await api("GET", "wp/v2/project/feedback", { token })).json.feedback;
  return {
    ...{ ...bench, alfa, beta, gamma, one, two, staff, directors },
    ...{ write, read, closeAll, post, make, list, textOf, received },
  };
}

test("an edition without feedback has no texts and releases as before", async () => {
  const { one, alfa, write, closeAll, select, publish, mails, list, received } = await scene({
    given: false,
  });
  expect((await write(one, alfa, { text: "Ciao" })).status).toBe(404);
  expect((await one.get(`projects/${alfa.id}/feedback`)).status).toBe(404);
  expect((await one.get(`projects/${alfa.id}`)).json).not.toHaveProperty("feedback");
  await closeAll();
  expect(await list()).toMatchObject({ given: false, projects: [] });
  await select("pre_selected", [alfa]);
  await publish(true);
  expect((await mails()).map(({ data }) => data.feedback)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await received(alfa)).toEqual([]);
});

describe("the text of an evaluator", async () => {
  const { db, one, two, alfa, beta, gamma, write, read, closeAll } = await scene();

  test("a save keeps what it does not name, and refuses another window's version", async () => {
    const reasons = ["strong.impact.people", "missing.feasibility.plan"];
    expect((await write(one, alfa, { text: "Bene", language: "en" })).json.version).toBe(1);
    const { json } = await write(one, alfa, { reasons }, { "If-Match": "1" });
    expect(json).toEqual({
      ...{ text: "Bene", language: "en", version: 2, open: true, question: null },
      reasons,
    });
    const late = await write(one, alfa, { text: "Altro" }, { "If-Match": "1" });
    expect([late.status, late.json.code, late.json.data.current.text]).toEqual([
      412,
      "version_conflict",
      "Bene",
    ]);
    expect((await read(one, alfa)).text).toBe("Bene");
  });

  test.each([
    [{ text: "x".repeat(FEEDBACK_MAX + 1) }, { text: "too_long" }],
    [{ reasons: ["general.places"] }, { "reasons.0": "invalid_choice" }],
    [
      { reasons: CRITERION_REASONS.filter((id) => id.includes(".impact.")) },
      { reasons: "too_many" },
    ],
    [{ language: "fr" }, { language: "invalid_choice" }],
  ])("a save of %j is refused", async (body, fields) => {
    const { status, json } = await write(one, beta, body);
    expect([status, json.data.fields]).toEqual([422, fields]);
  });

  test("the longest text with emoji, right-to-left letters, markup and links is stored as written", async () => {
    const start = "🚀 مرحبا <b>ciao</b> & https://example.org a@example.org\n";
    const text = start + "é".repeat(FEEDBACK_MAX - [...start].length);
    expect((await write(one, beta, { text })).json.text).toBe(text);
  });

  test("no other evaluator reads the text, and a recused one writes none", async () => {
    expect(await read(two, alfa)).toMatchObject({ text: "", reasons: [], version: 0 });
    await two.recuse(gamma.id);
    expect((await write(two, gamma, { text: "No" })).json.code).toBe("project_recused");
    expect(await read(two, gamma)).toMatchObject({ open: false });
    await two.takeBack(gamma.id);
  });

  test("the list before the closing names scored projects without a text", async () => {
    const names = async () => {
      const { json } = await one.get("projects?feedback=none");
      expect(json.feedback).toBe(true);
      return json.projects.map(({ nome }: { nome: string }) => nome);
    };
    expect(await names()).toEqual([]);
    for (const { id } of [alfa, gamma]) await one.save(id, { scores: five(1, 2, 3, 4, 5) });
    expect(await names()).toEqual(["Gamma"]);
  });

  test("the closing freezes the text, also at the database", async () => {
    await closeAll();
    expect((await write(one, alfa, { text: "Tardi" })).json.code).toBe("evaluation_closed");
    expect(await read(one, alfa)).toMatchObject({ text: "Bene", open: false });
    await expect(db.update(feedback).set({ text: "Tardi" })).rejects.toMatchObject({
      cause: { message: "this evaluation is closed" },
    });
  });
});

describe("from the texts to the applicants", async () => {
  const all = await scene();
  const { api, db, deps, clock, one, two, alfa, beta, gamma, staff, directors } = all;
  const { write, read, closeAll, select, post, make, list, textOf, received, mails } = all;
  const EDITED = "Il piano va completato.";
  await write(one, alfa, { text: "Ask Paolo De Angelis.", language: "it" });
  await write(two, alfa, { text: "SEGRETO TRATTENUTO" });
  await write(one, beta, { text: "Scrivi a me@example.org", reasons: ["strong.utility.need"] });
  await write(two, beta, { text: "Da chiarire" });

  test("staff read nothing before the jury has closed", async () => {
    expect(await list()).toMatchObject({ given: true, open: false, projects: [] });
    const { json } = await post("feedback/approvals", { ids: [alfa.id] });
    expect(json.code).toBe("jury_not_closed");
  });

  test("staff see names, addresses and links that a text should not contain", async () => {
    await closeAll();
    await select("pre_selected", [gamma]);
    const { projects, counts } = await list();
    expect(counts).toEqual({ all: 2, waiting: 2, empty: 0, ready: 0 });
    const found = projects.flatMap(({ texts }: { texts: { found: object[] }[] }) =>
      texts.flatMap((text) => text.found),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        { kind: "evaluator", text: "Paolo De Angelis" },
        { kind: "address", text: "me@example.org" },
      ]),
    );
    expect(JSON.stringify(projects)).not.toContain("NOTA PRIVATA");
  });

  test("a release is refused while an applicant who is not selected has nothing to read", async () => {
    const { shown, made } = await make("selection/releases", {}, directors[0], { anyway: true });
    expect(shown.against).toContainEqual({
      name: "no_reason",
      count: 2,
      facts: { names: "Alfa, Beta" },
    });
    expect(made.json.code).toBe("plan_changed");
    expect(await db.$count(decisionReleases)).toBe(0);
  });

  test("a text with a name leaves only if staff go on, and the log says so", async () => {
    const ids = [await textOf(alfa, "Ask Paolo De Angelis.")];
    const { shown, made } = await make("feedback/approvals", { ids });
    expect(shown.against.map(({ name }) => name)).toEqual(["name_in_text"]);
    expect(made.json.code).toBe("act_refused");
    const passed = await make("feedback/approvals", { ids }, staff, { anyway: true });
    expect(passed.made.json.done).toBe(true);
    const [line] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "feedback.approve"));
    expect(line?.data).toMatchObject({ "went past": "Paolo De Angelis" });
  });

  test("an edit keeps the original, a withheld text stays, a question opens one text to its author", async () => {
    const id = await textOf(beta, "Scrivi a me@example.org");
    const edit = { id, text: EDITED, language: "it", reasons: ["strong.utility.need"] };
    expect((await make("feedback/edits", edit)).made.json.done).toBe(true);
    expect((await read(one, beta)).text).toBe("Scrivi a me@example.org");
    const secret = { ids: [await textOf(alfa, "SEGRETO TRATTENUTO")] };
    expect((await make("feedback/withholdings", secret)).made.json.done).toBe(true);
    const question = "Puoi essere più preciso?";
    const asked = { id: await textOf(beta, "Da chiarire"), question };
    expect((await make("feedback/questions", asked)).made.json.done).toBe(true);
    expect(await read(two, beta)).toMatchObject({ open: true, question });
    expect(await read(two, alfa)).toMatchObject({ open: false, question: null });
    const [mail] = await db.select().from(outbox).where(eq(outbox.template, "feedback_asked"));
    expect(mail).toMatchObject({ recipient: two.email, data: { project: "Beta", question } });
    expect((await write(two, beta, { text: "Mancano i costi" })).status).toBe(200);
    expect((await write(two, alfa, { text: "No" })).json.code).toBe("evaluation_closed");
  });

  test("a text that waits for a verdict blocks the release until staff go on", async () => {
    const { shown } = await make("selection/releases", {}, directors[0]);
    expect(shown.against.map(({ name, count }) => [name, count])).toContainEqual([
      "feedback_undecided",
      1,
    ]);
    const ids = [await textOf(beta, "Mancano i costi")];
    expect((await make("feedback/approvals", { ids })).made.json.done).toBe(true);
    const given = { projects: [alfa.id, beta.id], reasons: ["general.places"] };
    expect((await make("feedback/reasons", given)).made.json.done).toBe(true);
    expect((await list()).counts).toEqual({ all: 2, waiting: 0, empty: 0, ready: 2 });
    expect(await received(alfa)).toEqual([]);
  });

  test("staff write a text beside their reasons, each part stays when the other changes, and an empty text goes", async () => {
    const own = async () =>
      (await list()).projects.find(({ id }: { id: string }) => id === alfa.id).own;
    const body = { project: alfa.id, text: "Scritto dallo staff", language: "en" };
    expect((await make("feedback/texts", body)).made.json.done).toBe(true);
    const both = { text: body.text, language: "en", reasons: ["general.places"] };
    expect(await own()).toEqual(both);
    await make("feedback/reasons", { projects: [alfa.id], reasons: [] });
    expect(await own()).toEqual({ ...both, reasons: [] });
    const named = { ...body, text: "Chiedi a Paolo De Angelis" };
    const { shown } = await make("feedback/texts", named);
    expect(shown.against).toMatchObject([{ name: "name_in_text" }]);
    await make("feedback/texts", { ...body, text: "" });
    expect(await own()).toBeNull();
    await make("feedback/reasons", { projects: [alfa.id], reasons: ["general.places"] });
    expect(await own()).toMatchObject({ text: "", reasons: ["general.places"] });
    const foreign = { ...body, project: crypto.randomUUID() };
    expect((await post("feedback/texts", foreign)).json.against).toMatchObject([
      { name: "not_decidable" },
    ]);
  });

  test("a text edited between the look and the key makes another release", async () => {
    const shown: ActionPreview = (await post("selection/releases", {}, directors[0])).json;
    const id = await textOf(beta, "Scrivi a me@example.org");
    const other = { id, text: `${EDITED} Di più.`, language: "it", reasons: [] };
    await make("feedback/edits", other);
    const agreed = { plan: shown.plan, reason: "Riunione", anyway: true };
    expect((await post("selection/releases", agreed, directors[0])).json.code).toBe("plan_changed");
    await make("feedback/edits", { ...other, text: EDITED });
  });

  test("a release that breaks off leaves neither decisions nor texts", async () => {
    await db.execute(sql`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$`);
    await db.execute(sql`create trigger break_off before insert on outbox for each row
      when (new.template like 'decision%') execute function break_off()`);
    const { json } = await post("selection/releases", {}, directors[0]);
    expect(json.code).toBe("unavailable");
    expect(await db.$count(releasedFeedback)).toBe(0);
    expect(await db.$count(decisionReleases)).toBe(0);
    await db.execute(sql`drop trigger break_off on outbox`);
    expect(await received(alfa)).toEqual([]);
  });

  test("two directors at once release once, with the texts in the same transaction", async () => {
    const plans = await Promise.all(
      directors.map(async (by) => (await post("selection/releases", {}, by)).json.plan),
    );
    const made = await Promise.all(
      directors.map((by, place) =>
        post("selection/releases", { plan: plans[place], reason: "Riunione", anyway: true }, by),
      ),
    );
    expect(made.filter(({ json }) => json.done)).toHaveLength(1);
    expect(await db.$count(decisionReleases)).toBe(1);
    expect(await db.$count(releasedFeedback)).toBe(5);
  });

  test("the applicant reads what left, with its language, without score or rank", async () => {
    expect(await received(alfa)).toEqual([
      {
        ...{ stage: "pre_selected", at: clock.now.toISOString(), band: null },
        texts: [
          { text: "Ask Paolo De Angelis.", language: "it", reasons: [] },
          { text: "", language: "it", reasons: ["general.places"] },
        ],
      },
    ]);
    const [own] = await received(beta);
    const texts = own.texts.map(({ text }: { text: string }) => text).sort();
    expect(texts).toEqual(["", EDITED, "Mancano i costi"]);
    expect(await received(gamma)).toEqual([]);
  });

  test("the mail leaves once, marks the language of a text, and escapes markup", async () => {
    const [mail, ...others] = (await mails()).filter(({ recipient }) => recipient === alfa.email);
    expect(others).toEqual([]);
    if (!mail) throw new Error("no mail");
    const { template, language, data } = mail;
    const { html, text } = renderMail(
      { template: template as never, language, data },
      deps.config,
      clock.now,
    );
    expect(html).toContain('<div lang="it" dir="auto"');
    expect(text).toContain("Text in Italian");
    expect(text).toContain("There were more good projects than places");
    const markup = { band: null, texts: [{ text: "<b>x</b>", language: "en", reasons: [] }] };
    const other = { ...data, feedback: JSON.stringify(markup) };
    const drawn = renderMail({ template: template as never, language, data: other }, deps.config);
    expect(drawn.html).toContain("&lt;b&gt;x&lt;/b&gt;");
  });

  test("a withheld text and an original leave by no read, mail, or export of the applicant", async () => {
    const secrets = ["SEGRETO TRATTENUTO", "me@example.org", "Da chiarire", "NOTA PRIVATA"];
    const steps = walkOf({ id: [alfa.id, beta.id] }).filter(({ method }) => method === "GET");
    for (const { token } of [alfa, beta]) {
      const found: string[] = [];
      for (const { path } of steps) {
        const text = await wholeTextOf((await api("GET", path, { token })).response);
        if (secrets.some((secret) => text.includes(secret))) found.push(path);
      }
      expect(found).toEqual([]);
      const { response } = await api("GET", "wp/v2/users/me/export", { token });
      const files = await unzip(Buffer.from(await response.arrayBuffer()));
      const whole = wordsOf(files);
      const page = await api("GET", "wp/v2/project/feedback", { token });
      const timeline = await api("GET", "wp/v2/project/timeline", { token });
      const seen = [whole, JSON.stringify(page.json), JSON.stringify(timeline.json)].join("\n");
      for (const secret of secrets) expect(seen).not.toContain(secret);
      if (token === beta.token) expect(whole).toContain("Mancano i costi");
    }
    const own = await api("GET", "wp/v2/users/me/export", { token: two.token });
    const files = await unzip(Buffer.from(await own.response.arrayBuffer()));
    expect(wordsOf(files)).toContain("SEGRETO TRATTENUTO");
    const [mail] = (await mails()).filter(({ recipient }) => recipient === beta.email);
    await db
      .update(outbox)
      .set({ sentAt: clock.now })
      .where(eq(outbox.id, mail?.id ?? ""));
    expect((await make(`mails/${mail?.id}/resend`, {})).made.json.done).toBe(true);
    const repeated = (await mails()).filter(({ recipient }) => recipient === beta.email);
    expect(repeated).toMatchObject([{ id: mail?.id, sentAt: null }]);
    const sent = JSON.stringify(await mails());
    expect(sent).toContain("Mancano i costi");
    for (const secret of secrets) expect(sent).not.toContain(secret);
  }, 120_000);

  test("the text that left stays without its author's account, and does not change", async () => {
    await expect(db.update(releasedFeedback).set({ text: "x" })).rejects.toMatchObject({
      cause: { message: "released feedback does not change" },
    });
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, two.id));
    expect(await eraseAccount(deps, two.id, clock.now)).toBe(true);
    expect(await db.$count(feedback, eq(feedback.evaluatorId, two.id))).toBe(0);
    expect(await db.$count(releasedFeedback)).toBe(5);
  });

  test("the feedback goes with the applicant's account", async () => {
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, alfa.owner));
    expect(await eraseAccount(deps, alfa.owner, clock.now)).toBe(true);
    expect(await db.$count(releasedFeedback, eq(releasedFeedback.projectId, alfa.id))).toBe(0);
    expect(await db.$count(feedback, eq(feedback.projectId, alfa.id))).toBe(0);
  });
});

test("staff find the names of former evaluators and of later juries, and see who wrote each text", async () => {
  const bench = await scene();
  const { db, one, two, alfa, beta, gamma, edition, act, write, list, make } = bench;
  await write(one, alfa, { text: "Secondo Paolo De Angelis e Cesare Quinto, meglio Gamma." });
  await write(two, beta, { text: "Di chi è uscito" });
  await bench.closeAll();
  await makeRound(
    db,
    edition.year,
    {
      ...{ names: inLanguages("Seconda lettura", "Second reading"), stage: "semifinalist" },
      ...{ opensAt: new Date("2026-12-05T09:00:00Z"), closesAt: new Date("2026-12-15T09:00:00Z") },
      ...{ readings: null, weight: null, showsEarlier: false, isPublic: false, jury: [one.id] },
    },
    act(),
  );
  const later = await bench.makeEvaluator({ firstName: "Cesare", lastName: "Quinto" });
  await setJury(db, edition.year, 2, [later.id], act());
  const dismissed = await make("evaluators/dismissals", { selection: { ids: [two.id] } });
  expect(dismissed.made.json.done).toBe(true);
  await bench.select("pre_selected", [gamma]);
  const texts = (await list()).projects.flatMap(
    ({ texts }: { texts: { author: string }[] }) => texts,
  );
  const byAuthor = (a: { author: string }, b: { author: string }) =>
    a.author.localeCompare(b.author);
  expect(texts.toSorted(byAuthor)).toMatchObject([
    {
      author: "Ottavia Ferrero",
      found: [
        { kind: "evaluator", text: "Paolo De Angelis" },
        { kind: "evaluator", text: "Cesare Quinto" },
        { kind: "project", text: "Gamma" },
      ],
    },
    { author: "Paolo De Angelis", found: [] },
  ]);
});

test("a text that its author changes after the approval waits for staff again", async () => {
  const { one, alfa, gamma, edition, clock, db, write, closeAll, select, make, ...bench } =
    await scene();
  await write(one, alfa, { text: "Approvato" });
  await closeAll();
  await select("pre_selected", [gamma]);
  const waiting = async () => (await bench.list()).counts.waiting;
  await make("feedback/approvals", { ids: [await bench.textOf(alfa, "Approvato")] });
  expect(await waiting()).toBe(0);
  const context = { actor: "Rita", reason: "errore", now: clock.now };
  await reopenEvaluation(db, { email: one.email, year: edition.year }, context);
  expect((await write(one, alfa, { text: "Non ancora letto" })).status).toBe(200);
  expect((await one.close()).status).toBe(200);
  expect(await waiting()).toBe(1);
});

describe("the band", () => {
  const valued = (values: (number | null)[]) =>
    values.map((calibrated, index) => ({ id: String(index), calibrated, inRound: true }));

  test("a band needs ten projects with a value", () => {
    expect(bandsOf(valued([1, 2, 3, 4, 5, 6, 7, 8, 9, null])).size).toBe(0);
  });

  test("a value is around the median up to a quarter of the deviation, and at least one point", () => {
    const bands = bandsOf(valued([50, 50, 50, 50, 50, 50, 50, 50, 51, 51.5]));
    expect([bands.get("0"), bands.get("8"), bands.get("9")]).toEqual(["around", "around", "above"]);
    const wide = bandsOf(valued([0, 10, 20, 30, 40, 60, 70, 80, 90, 100]));
    expect([wide.get("0"), wide.get("4"), wide.get("9")]).toEqual(["below", "below", "above"]);
  });
});

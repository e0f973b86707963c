import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { RACE, SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import type { Application } from "@/contract/staff/application";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { editions, projects } from "../../db/schema/applications";
import { assignedReadings, assignments } from "../../db/schema/assignment";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await evaluationBench({ now: new Date("2026-06-15T10:00:00Z") });
const { api, clock, db, edition, filesDir, makeEvaluator, makeUser, freshToken } = bench;
const director = await makeUser({ roles: ["director"] });
const readers = [
  director,
  await makeUser({ roles: ["staff"] }),
  await makeUser({ roles: ["auditor"] }),
];
// The contact person of every application is Giulia Ferraro, so the evaluators have other names.
const named = (lastName: string) => makeEvaluator({ firstName: "Vera", lastName });
const jury = [await named("Uno"), await named("Due"), await named("Tre")] as const;
const [one, two, three] = jury.map((evaluator) => {
  const as = async (method: string, path: string, body?: object) => {
    const answer = await api(method, path, { token: await freshToken(evaluator), body });
    expect(answer.status, `${path} ${JSON.stringify(answer.json)}`).toBeLessThan(300);
  };
  return {
    ...evaluator,
    score: (id: string, ...scores: number[]) =>
      as("POST", `wp/v2/projects/${id}/evaluation`, { scores: five(...scores) }),
    recuse: (id: string) => as("POST", `wp/v2/projects/${id}/recusal`, { reason: "Li conosco" }),
    close: () => as("POST", "wp/v2/projects_evaluations", { closed: true }),
  };
}) as [Evaluator, Evaluator, Evaluator];
type Evaluator = (typeof jury)[0] & {
  score: (id: string, ...scores: number[]) => Promise<void>;
  recuse: (id: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Creates an applicant whose requests go through the API. */
async function makeApplicant(nome: string) {
  const person = await makeUser();
  const as = async (method: string, path: string, body?: object) =>
    (await api(method, path, { token: await freshToken(person), body })).json;
  const applicant = {
    id: "",
    save: (fields: object) => as("POST", "wp/v2/project", fields),
    complete: async () => {
      await applicant.save(fullDraft({ nome, stage: "stage-concept" }));
      const [row] = await db.select().from(projects).where(eq(projects.userId, person.id));
      applicant.id = row?.id ?? "";
      for (const field of ["pitch", "video"] as const) {
        const file = await insertFile(db, applicant.id, field);
        await writeFile(join(filesDir, file.id), "x");
      }
    },
    send: async () => expect((await as("POST", "wp/v2/project/send")).receipt).toBeDefined(),
    withdraw: () => as("DELETE", "wp/v2/project"),
    restore: () => as("POST", "wp/v2/project/restore"),
  };
  return applicant;
}
/** Alfa wins. Each other applicant drops out in one stage: Beta in the first stage, Gamma in the second, and so on. */
const [alfa, ...others] = (await Promise.all(
  ["Alfa", "Beta", "Gamma", "Delta", "Epsilon"].map(makeApplicant),
)) as [Applicant, ...Applicant[]];
type Applicant = Awaited<ReturnType<typeof makeApplicant>>;
const [beta] = others as [Applicant];

/** Returns the page of an application, after checking that all staff roles see the same page. */
async function page(id: string): Promise<Application> {
  const pages = await Promise.all(
    readers.map(async (reader) => {
      const token = await freshToken(reader);
      const { status, json } = await api("GET", `wp/v2/staff/applications/${id}`, { token });
      expect(status).toBe(200);
      return json;
    }),
  );
  expect(pages[1]).toEqual(pages[0]);
  expect(pages[2]).toEqual(pages[0]);
  return pages[0];
}
/**
 * Returns whether staff can read the newest version of an application, after checking that all staff roles get the same
 * answer.
 */
async function reads(id: string, number: string | null): Promise<boolean> {
  const path = `wp/v2/staff/applications/${id}/versions/${number}/answers`;
  const answers = await Promise.all(
    readers.map(
      async (reader) => (await api("GET", path, { token: await freshToken(reader) })).status,
    ),
  );
  expect(new Set(answers).size, answers.join()).toBe(1);
  return answers[0] === 200;
}
/**
 * Returns an application's scores, in which evaluators have numbers instead of names. Checks that all staff roles get
 * the same response, and that the request fails while staff cannot read the ranking.
 */
async function scoresOf(id: string, isOpen: boolean) {
  const answers = await Promise.all(
    readers.map(async (reader) => {
      const token = await freshToken(reader);
      return api("GET", `wp/v2/staff/applications/${id}/evaluations`, { token });
    }),
  );
  for (const { status, json } of answers) {
    expect([status, json.code]).toEqual(isOpen ? [200, undefined] : [403, "jury_not_closed"]);
    expect(json).toEqual(answers[0]?.json);
  }
  return answers[0]?.json;
}
const at = async (instant: string) => {
  clock.now = new Date(instant);
  await markReauthenticated(db, director.sessionId, { byKey: true, now: clock.now });
};
/** Previews and confirms a staff action as the director. */
async function make(path: string, body: object) {
  const post = async (more: object) => {
    const token = await freshToken(director);
    return (await api("POST", `wp/v2/staff/${path}`, { token, body: { ...body, ...more } })).json;
  };
  const { plan, count } = await post({});
  const made = await post({ plan, reason: "Riunione", typed: count, anyway: true });
  expect(made.done, `${path} ${JSON.stringify(made)}`).toBe(true);
}
const select = (what: string, stage: Stage, more: object = {}) =>
  make(`selection/${what}`, { edition: edition.year, stage, ...more });

/**
 * Returns what the application's page shows: content, evaluators' progress, closed evaluations, rank, decisions, and
 * released outcomes.
 */
async function said(id = alfa.id) {
  const { state, readable, versions, coverage, jury, result, decisions, happened } = await page(id);
  const told = happened.flatMap((row) =>
    row.kind === "event" && row.type === "decision" ? [`${row.facts.outcome}`] : [],
  );
  expect(await reads(id, versions[0]?.number ?? null)).toBe(readable === "yes");
  await scoresOf(id, jury.open);
  return {
    content: `${state} ${readable} ${versions.length}`,
    coverage: coverage && Object.values(coverage).join(),
    jury: `${jury.closed}/${jury.all} ${jury.open}`,
    rank: result?.rank ?? null,
    decisions: decisions.map((row) => `${row.outcome} ${row.released_at !== null}`).join(),
    told: told.join(),
  };
}
const UNREAD = { coverage: null, jury: "0/3 false", rank: null, decisions: "", told: "" };
const READ = { content: "sent yes 2", decisions: "", told: "" };
const RANKED = { ...READ, coverage: "2,0,1,0,0", jury: "3/3 true", rank: 1 };

/**
 * Steps of one edition in order: a name, a time, an action, and what Alfa's page shows afterwards. `coverage` counts
 * the evaluators who have read Alfa, begun, recused themselves, not begun, or missed it.
 */
const MOMENTS: [string, string, () => Promise<unknown>, object][] = [
  [
    "open with a draft",
    "2026-07-10T10:00:00Z",
    () => alfa.complete().then(() => alfa.save({ impatto: "", idea: "" })),
    { content: "begun unsent 0", ...UNREAD },
  ],
  [
    "complete",
    "2026-07-11T10:00:00Z",
    () => alfa.save({ idea: "Filò" }),
    { content: "complete unsent 0", ...UNREAD },
  ],
  ["sent", "2026-07-12T10:00:00Z", () => alfa.send(), { content: "sent yes 1", ...UNREAD }],
  [
    "changed",
    "2026-07-13T10:00:00Z",
    () => alfa.save({ obiettivi: "Altri" }),
    { content: "changed yes 1", ...UNREAD },
  ],
  ["resent", "2026-07-14T10:00:00Z", () => alfa.send(), { ...READ, ...UNREAD }],
  [
    "withdrawn",
    "2026-07-15T10:00:00Z",
    () => alfa.withdraw(),
    { content: "withdrawn withdrawn 2", ...UNREAD },
  ],
  ["restored", "2026-07-16T10:00:00Z", () => alfa.restore(), { ...READ, ...UNREAD }],
  [
    "last evening",
    "2026-09-30T20:00:00Z",
    async () => {
      for (const other of others) await other.complete().then(other.send);
      await one.score(alfa.id, 9, 9, 9, 9, 9);
    },
    { ...READ, ...UNREAD },
  ],
  ["grace", "2026-09-30T22:10:00Z", async () => {}, { ...READ, ...UNREAD }],
  [
    "evaluation begun",
    "2026-10-10T10:00:00Z",
    async () => {
      await two.score(alfa.id, 5);
      await three.score(beta.id, 4, 4, 4, 4, 4);
    },
    { ...READ, ...UNREAD, coverage: "1,1,0,1,0" },
  ],
  [
    "one recused",
    "2026-10-12T10:00:00Z",
    () => three.recuse(alfa.id),
    { ...READ, ...UNREAD, coverage: "1,1,1,0,0" },
  ],
  [
    "one closed without reading it whole",
    "2026-10-20T10:00:00Z",
    () => two.close(),
    { ...READ, ...UNREAD, coverage: "1,0,1,0,1", jury: "1/3 false" },
  ],
  [
    "reopened and read",
    "2026-10-21T10:00:00Z",
    async () => {
      await make(`evaluators/${two.id}/reopening`, {});
      await two.score(alfa.id, 8, 8, 8, 8, 8);
    },
    { ...READ, ...UNREAD, coverage: "2,0,1,0,0" },
  ],
  [
    "all but one closed",
    "2026-10-29T10:00:00Z",
    async () => {
      for (const [index, { id }] of others.entries()) {
        for (const evaluator of [one, two]) {
          await evaluator.score(id, ...five4(index + 1));
        }
      }
      await one.close();
      await two.close();
    },
    { ...READ, ...UNREAD, coverage: "2,0,1,0,0", jury: "2/3 false" },
  ],
  ["all closed", "2026-10-30T10:00:00Z", () => three.close(), RANKED],
];
const five4 = (score: number) => [score, score, score, score, score];

test("the page of an application is correct for each role at each time of an edition", async () => {
  // Before applications open, the applicant can save nothing, so the page does not exist.
  expect((await alfa.save({ nome: "Alfa" })).code).toBe("not_yet_open");
  expect(await db.$count(projects)).toBe(0);
  for (const [name, instant, act, expected] of MOMENTS) {
    await at(instant);
    await act();
    expect({ name, ...(await said()) }).toMatchObject({ name, ...expected });
  }

  const { result } = await page(alfa.id);
  const means = await Promise.all(others.map(async ({ id }) => (await page(id)).result));
  const all = [result, ...means].map((own) => own?.criteria.impact ?? Number.NaN);
  expect(all[0]).toBe(8.5);
  expect(result?.criteria_all.impact).toBeCloseTo(all.reduce((a, b) => a + b) / all.length);

  const scores = await scoresOf(alfa.id, true);
  const totals = scores.evaluations.map(({ total }: { total: number }) => total).sort();
  expect([totals, scores.recusals]).toEqual([[80, 90], ["Li conosco"]]);
  const numbers = scores.evaluations.map(({ number }: { number: number }) => number).sort();
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const { id, email } of jury) {
    for (const name of [id, email, "Vera"]) expect(JSON.stringify(scores)).not.toContain(name);
  }

  await at("2026-11-05T10:00:00Z");
  const before = { alfa: "", out: "" };
  let told = "";
  for (const [index, stage] of RACE.entries()) {
    const out = others[index] as Applicant;
    const on = [alfa, ...others.slice(index + 1)].map(({ id }) => id);
    const released = before.alfa;
    await select("decisions", stage, { outcome: "selected", pick: { ids: on } });
    await select("decisions", stage, { outcome: "not_selected", pick: { ids: [out.id] } });
    const and = (own: string) => [released, own].filter(Boolean).join();
    expect(await said()).toEqual({ ...RANKED, decisions: and("selected false"), told });
    expect(await said(out.id)).toMatchObject({ decisions: and("not_selected false"), told });
    await select("releases", stage);
    told = ["selected", told].filter(Boolean).join();
    before.alfa = and("selected true");
    expect(await said()).toEqual({ ...RANKED, decisions: before.alfa, told });
    expect(await said(out.id)).toMatchObject({
      decisions: and("not_selected true"),
      told: told.replace("selected", "not_selected"),
    });
  }
  const prizes = SELECTION_STAGES.map(({ id }) => id).filter((id) => !RACE.includes(id));
  for (const stage of prizes) {
    const released = before.alfa;
    await select("decisions", stage, { outcome: "selected", pick: { ids: [alfa.id] } });
    expect(await said()).toEqual({ ...RANKED, decisions: `${released},selected false`, told });
    await select("releases", stage);
    told = `selected,${told}`;
    before.alfa = `${released},selected true`;
    expect(await said()).toEqual({ ...RANKED, decisions: before.alfa, told });
  }

  const [pre] = RACE as [Stage];
  await select("corrections", pre, { outcome: "selected", ids: [beta.id] });
  expect((await said(beta.id)).decisions).toBe("not_selected true,selected false");
  await select("releases", pre);
  expect(await said(beta.id)).toMatchObject({
    decisions: "selected true",
    told: "selected,not_selected",
  });
});

test("coverage excludes evaluators to whom the plan assigns another project", async () => {
  expect((await said(others[1]?.id)).coverage).toBe("2,0,0,0,1");
  await db.insert(assignments).values({ editionId: edition.id, readings: 1, since: clock.now });
  const [, gamma] = others as [Applicant, Applicant];
  const reading = { editionId: edition.id, projectId: gamma.id, evaluatorId: one.id };
  await db.insert(assignedReadings).values(reading);
  expect((await said(gamma.id)).coverage).toBe("2,0,0,0,0");
  await db.delete(assignments).where(eq(assignments.editionId, edition.id));
});

test("coverage counts an evaluator who closed and left, an agreed number of projects, and the end of the evaluation", async () => {
  const own = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
  const evaluationClosesAt = new Date("2026-10-20T22:00:00.000Z");
  await own.db.update(editions).set({ evaluationClosesAt }).where(eq(editions.id, own.edition.id));
  const staff = await own.makeUser({ roles: ["staff"] });
  const [read, other] = [await own.makeSent(), await own.makeSent()];
  const juror = (lastName: string) => own.makeEvaluator({ firstName: "Vera", lastName });
  const [leaver, half, agreed] = [await juror("Uno"), await juror("Due"), await juror("Tre")];
  await leaver.save(read.id, { scores: five(9, 9, 9, 9, 9) });
  expect((await leaver.close()).status).toBe(200);
  await half.save(read.id, { scores: five(5, 5, null, null, null) });
  await agreed.save(other.id, { scores: five(4, 4, 4, 4, 4) });
  const shown = async (id: string) => {
    const token = await own.freshToken(staff);
    const { coverage, jury } = (await own.api("GET", `wp/v2/staff/applications/${id}`, { token }))
      .json as Application;
    return [coverage && Object.values(coverage).join(), `${jury.closed}/${jury.all}`];
  };
  expect(await shown(read.id)).toEqual(["1,1,0,1,0", "1/3"]);
  const run = async (path: string, body: object) => {
    const post = async (more: object) => {
      const token = await own.freshToken(staff);
      return (await own.api("POST", `wp/v2/staff/${path}`, { token, body: { ...body, ...more } }))
        .json;
    };
    const { plan, count } = await post({});
    expect((await post({ plan, typed: count, reason: "Prova", anyway: true })).done).toBe(true);
  };
  await run("evaluators/capacities", { selection: { ids: [agreed.id] }, capacity: 1 });
  expect(await shown(read.id)).toEqual(["1,1,0,0,0", "1/3"]);
  await run("evaluators/dismissals", { selection: { ids: [leaver.id] } });
  expect(await shown(read.id)).toEqual(["1,1,0,0,0", "0/2"]);
  expect(await shown(other.id)).toEqual(["1,0,0,1,0", "0/2"]);
  own.clock.now = new Date("2026-10-21T10:00:00.000Z");
  expect(await shown(read.id)).toEqual(["1,0,0,0,1", "0/2"]);
  expect(await shown(other.id)).toEqual(["1,0,0,0,1", "0/2"]);
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { editions, projects } from "../../db/schema/applications";

const bench = await evaluationBench();
const { db, api, clock, edition, freshToken, makeSent, sendAgain, makeEvaluator } = bench;

/** Sets dates of the edition. In this test the edition is open until 30 September 2026, and now is 20 August. */
const set = (dates: Partial<typeof editions.$inferInsert>) =>
  db.update(editions).set(dates).where(eq(editions.id, edition.id));

describe("times of scoring", async () => {
  const evaluator = await makeEvaluator();
  const { id } = await makeSent();
  const start = clock.now;

  /**
   * Returns the round's state and dates at a given time from the list, the dashboard, and the project page, which must
   * agree.
   */
  async function saidAt(instant: string) {
    clock.now = new Date(instant);
    const token = await freshToken(evaluator);
    const list = (await api("GET", "wp/v2/projects", { token })).json;
    const one = (await api("GET", `wp/v2/projects/${id}`, { token })).json;
    const [work] = (await api("GET", "wp/v2/projects_evaluations", { token })).json.evaluations;
    const close = (await api("POST", "wp/v2/projects_evaluations", { token, body: {} })).status;
    clock.now = start;
    expect([one.scoring, work.scoring]).toEqual([list.scoring, list.scoring]);
    expect(one.evaluationOpensAt).toBe(list.evaluationOpensAt);
    expect(close).toBe(422);
    return [list.scoring, list.evaluationOpensAt, list.evaluationDeadlineAt];
  }

  test("scoring without dates is open as soon as a project is sent", async () => {
    expect(await saidAt("2026-08-20T10:00:00Z")).toEqual(["open", null, null]);
  });

  test("scoring with dates is open between them and in the grace period", async () => {
    const [opens, closes] = ["2026-09-30T22:00:00.000Z", "2026-11-30T23:00:00.000Z"];
    await set({ evaluationOpensAt: new Date(opens), evaluationClosesAt: new Date(closes) });
    expect(await saidAt("2026-09-30T21:59:59.999Z")).toEqual(["not_yet", opens, closes]);
    expect(await saidAt(opens)).toEqual(["open", opens, closes]);
    expect(await saidAt("2026-11-30T23:14:59.999Z")).toEqual(["open", opens, closes]);
    expect(await saidAt("2026-11-30T23:15:00.000Z")).toEqual(["over", opens, closes]);
  });

  test("an evaluation cannot be closed before it opens", async () => {
    const early = await makeEvaluator();
    const { status, json } = await early.close();
    expect([status, json.code]).toEqual([403, "not_yet_open"]);
    expect((await early.get("projects/ranking")).json.code).toBe("evaluation_not_closed");
    await set({ evaluationOpensAt: null, evaluationClosesAt: null });
    expect((await early.close()).status).toBe(200);
  });
});

describe("possible changes during the evaluation", () => {
  const said = async () => {
    const { get } = await makeEvaluator();
    const { applicationsUntil, projectsMayCome, sentMayChange } = (await get("projects")).json;
    const [work] = (await get("projects_evaluations")).json.evaluations;
    expect(work).toMatchObject({ applicationsUntil, projectsMayCome, sentMayChange });
    return [applicationsUntil, projectsMayCome, sentMayChange];
  };

  test("the list has the general deadline without extensions, which only allow more projects", async () => {
    const { id } = await makeSent();
    expect(await said()).toEqual([edition.closesAt.toISOString(), true, true]);
    await set({ afterSending: "locked" });
    expect(await said()).toEqual([edition.closesAt.toISOString(), true, false]);
    const now = clock.now.getTime();
    const [justClosed, past] = [new Date(now - 5 * 60_000), new Date("2026-08-01T22:00Z")];
    await set({ afterSending: "editable_until_deadline", closesAt: justClosed });
    expect(await said()).toEqual([null, true, true]);
    await set({ closesAt: past });
    expect(await said()).toEqual([null, false, true]);
    const extendedUntil = new Date("2026-08-25T22:00:00Z");
    await db.update(projects).set({ extendedUntil }).where(eq(projects.id, id));
    expect(await said()).toEqual([null, true, true]);
    await db.update(projects).set({ extendedUntil: null });
    await set({ closesAt: edition.closesAt });
  });
});

test("a project resubmitted after scoring is counted and has its own filter", async () => {
  const me = await makeEvaluator();
  const other = await makeEvaluator();
  const [full, half, recused, fresh, untouched] = await Promise.all(
    ["Intero", "Mezzo", "Astenuto", "Riletto", "Mai"].map((nome) => makeSent({ fields: { nome } })),
  );
  for (const project of [full, recused, fresh]) {
    await me.save(project?.id ?? "", { scores: five(5, 5, 5, 5, 5) });
  }
  await me.save(half?.id ?? "", { scores: { impact: 5 } });
  await me.recuse(recused?.id ?? "");
  for (const [project, nome] of [
    [full, "Intero"],
    [half, "Mezzo"],
    [recused, "Astenuto"],
    [fresh, "Riletto"],
    [untouched, "Mai"],
  ] as const) {
    await sendAgain(project?.id ?? "", { fields: { nome } });
  }
  await me.save(fresh?.id ?? "", { scores: { impact: 6 } });
  const found = await me.get("projects?sent_again=yes&orderby=nome&order=asc");
  expect(found.json.projects.map(({ nome }: { nome: string }) => nome)).toEqual([
    "Intero",
    "Mezzo",
  ]);
  expect(found.headers.get("x-wp-total")).toBe("2");
  expect(found.json.counts.sent_again).toBe(2);
  const scored = await me.get("projects?sent_again=yes&state=scored");
  expect(scored.json.projects).toHaveLength(1);
  expect((await other.get("projects?sent_again=yes")).json.projects).toEqual([]);
  expect((await other.get("projects")).json.counts.sent_again).toBe(0);
  expect((await me.get("projects?sent_again=no")).status).toBe(422);
  const around = await me.get(`projects/${full?.id}/neighbours?sent_again=yes`);
  expect(around.json).toMatchObject({ total: 2, filtered: true });
});

test("a search for any receipt number of a project finds it", async () => {
  const { get } = await makeEvaluator();
  const { id } = await makeSent({ fields: { nome: "Zolla" } });
  const first = (await get(`projects/${id}`)).json.number;
  const { number: second } = await sendAgain(id, { fields: { nome: "Zolla" } });
  expect(second).not.toBe(first);
  const [year, count] = second.split("-");
  const names = async (search: string) =>
    (await get(`projects?search=${search}`)).json.projects.map(
      ({ nome }: { nome: string }) => nome,
    );
  for (const number of [first, second, `${year}-${Number(count)}`, `zol+${second}`]) {
    expect(await names(number), number).toEqual(["Zolla"]);
  }
  expect(await names(`borgo+${second}`)).toEqual([]);
  expect(await names(`${year}-999999`)).toEqual([]);
});

test("neighbours use the unfiltered list when no project matches the filters", async () => {
  const me = await makeEvaluator();
  const { id } = await makeSent({ fields: { nome: "Ultimo", industry: "industry-media" } });
  const whole = (await me.get("projects")).json.counts.total;
  const around = (query: string) => me.get(`projects/${id}/neighbours?${query}`);
  const only = (await around("industry=industry-media&state=todo")).json;
  expect(only).toMatchObject({ place: 1, total: 1, previous: null, next: null, filtered: true });
  await me.save(id, { scores: five(5, 5, 5, 5, 5) });
  const { json } = await around("industry=industry-media&state=todo&orderby=nome&order=asc");
  expect(json).toMatchObject({ total: whole, filtered: false });
  expect(json.previous ?? json.next).not.toBeNull();
});

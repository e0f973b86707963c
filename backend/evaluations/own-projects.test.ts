import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { CRITERIA } from "@/contract/evaluation/weights";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import { firstRound, firstRoundKey } from "../editions/rounds";
import { plannedEvaluationReminders } from "./reminders";
import { writeEvaluation } from "./score/save-evaluation";

/**
 * Tests recusals by rule: every evaluation endpoint must treat an evaluator's own project like a project with a manual
 * recusal. The evaluator has one manually recused project and two own projects. One own project was scored before the
 * conflict was known; the other has no scores.
 */
const bench = await evaluationBench();
const { api, db, clock, edition, makeSent, makeEvaluator, sendAgain } = bench;
const NAME = { firstName: "Bianca", lastName: "Serra" };
const evaluator = await makeEvaluator(NAME);
const colleague = await makeEvaluator({ firstName: "Carlo", lastName: "Moro" });

const open = await makeSent({ fields: { nome: "Aperto" } });
const declared = await makeSent({ fields: { nome: "Dichiarato" } });
const scored = await makeSent({ fields: { nome: "Votato" } });
const untouched = await makeSent({ userId: evaluator.id, fields: { nome: "Mio" } });
const RECUSED = [declared.id, scored.id, untouched.id].sort();
const [best, sixes] = [five(10, 10, 10, 10, 10), five(6, 6, 6, 6, 6)];

const ids = (projects: { id: string }[]) => projects.map(({ id }) => id).sort();

beforeAll(async () => {
  await evaluator.save(open.id, { scores: five(5, 5, 5, 5, 5) });
  for (const { id } of [declared, scored]) await evaluator.save(id, { scores: best, note: "mia" });
  await evaluator.recuse(declared.id);
  const fields = { nome: "Votato", referente_nome_e_cognome: "BIANCA serra" };
  await sendAgain(scored.id, { fields });
});

describe("while the evaluation is open", () => {
  test("states, filters, and counts of the list treat all three projects as recused, without a total", async () => {
    const { json } = await evaluator.get("projects?orderby=my_total&order=desc");
    expect(json.counts).toMatchObject({ total: 4, scored: 1, partial: 0, recused: 3 });
    expect(ids((await evaluator.get("projects?state=recused")).json.projects)).toEqual(RECUSED);
    expect(ids((await evaluator.get("projects?state=scored")).json.projects)).toEqual([open.id]);
    for (const state of ["todo", "partial"]) {
      expect((await evaluator.get(`projects?state=${state}`)).json.projects).toEqual([]);
    }
    const row = json.projects.find(({ id }: { id: string }) => id === scored.id);
    expect(row.evaluation).toMatchObject({ total: null, recusal: expect.any(String) });
    expect(Object.values(row.evaluation.scores)).toEqual(CRITERIA.map(() => null));
    const high = await evaluator.get("projects?total_from=90");
    expect(ids(high.json.projects)).not.toContain(scored.id);
    const all = (await evaluator.get("projects_evaluations")).json.evaluations;
    expect(all[0].counts).toEqual(json.counts);
  });

  test("neighbours of a recused project have the same counts and places", async () => {
    for (const id of RECUSED) {
      const { json } = await evaluator.get(`projects/${id}/neighbours?state=recused`);
      expect([json.total, json.counts.recused]).toEqual([3, 3]);
    }
  });

  test("the next project is never a recused one, and void scores do not count for other evaluators", async () => {
    const next = (await evaluator.get("projects/next")).json;
    expect(next).toEqual({ project: null, remaining: 0 });
    const { id } = await makeSent({ fields: { nome: "Nuovo" } });
    expect((await evaluator.get("projects/next")).json.project.id).toBe(id);
    await bench.withdraw(id);
    // An evaluator with the same name as the recused evaluator has a conflict of interest too, so the scores of both
    // are void. A third evaluator has scored only the other two projects. So the project counts as unscored.
    const [twin, third] = [await makeEvaluator(NAME), await makeEvaluator({ lastName: "Terza" })];
    await writeEvaluation(db, firstRoundKey(edition.id), {
      projectId: scored.id,
      evaluatorId: twin.id,
      ...best,
    });
    for (const { id } of [declared, untouched]) await third.save(id, { scores: best });
    expect((await colleague.get("projects/next")).json.project.id).toBe(scored.id);
    for (const sent of [open.id, ...RECUSED]) await colleague.save(sent, { scores: sixes });
  });

  test("an evaluator with scores for all other projects gets no reminder", async () => {
    const evaluationClosesAt = new Date(clock.now.getTime() + 20 * 86_400_000);
    const [row] = await db
      .update(editions)
      .set({ evaluationClosesAt })
      .where(eq(editions.id, edition.id))
      .returning();
    const planned = await plannedEvaluationReminders(db, firstRound(row!), clock.now);
    expect(planned.filter(({ to }) => to === evaluator.email)).toEqual([]);
  });

  test("exports and dossier show the reason of the recusal and no score of an own project", async () => {
    const file = async (path: string) =>
      Buffer.from(
        await (
          await api("GET", `wp/v2/${path}`, { token: evaluator.token })
        ).response.arrayBuffer(),
      );
    const [head = [], ...rows] = parseCsv(
      (await file("projects/export")).toString("utf8").slice(1),
      ";",
    );
    const at = (name: string) => head.indexOf(name);
    for (const nome of ["Votato", "Mio"]) {
      const row = rows.find((cells) => cells[at("Nome")] === nome) ?? [];
      expect([row[at("Il mio stato")], row[at("Il mio totale")]]).toEqual(["astensione", ""]);
    }
    const scores = (await file("projects/export?table=scores")).toString("utf8");
    expect(scores).toContain("Aperto");
    for (const nome of ["Dichiarato", "Votato", "Mio"]) expect(scores).not.toContain(nome);
    const archive = await unzip(await file("projects/export?format=zip"));
    expect([...archive.keys()].filter((name) => name.endsWith(".pdf"))).toHaveLength(4);
    expect((await file(`projects/${untouched.id}/dossier`)).subarray(0, 4).toString()).toBe("%PDF");
  });
});

describe("after closing", () => {
  const rowsOf = async () => {
    const { json } = await colleague.get("projects/ranking");
    return new Map<string, { mean: number; evaluators: number }>(
      json.rows.map((row: { id: string }) => [row.id, row]),
    );
  };

  test("the record has all three projects as recused, and the ranking ignores their scores", async () => {
    expect((await evaluator.close()).status).toBe(200);
    expect((await colleague.close()).status).toBe(200);
    const { json } = await evaluator.get("projects_evaluations/record");
    const kept = new Map<string, { recusal: string | null }>(
      json.evaluations.map((one: { project: string }) => [one.project, one]),
    );
    expect([...kept.keys()]).toEqual([...RECUSED, open.id].sort());
    expect(json.evaluations).toHaveLength(kept.size);
    const nothing = { total: null, note: "" };
    expect(kept.get(untouched.id)).toMatchObject({ recusal: "la tua candidatura", ...nothing });
    expect(kept.get(scored.id)?.recusal).toBe(
      "nella candidatura ci sono il tuo nome e il tuo cognome",
    );
    const ranking = await rowsOf();
    for (const id of RECUSED) expect(ranking.get(id)).toMatchObject({ mean: 60, evaluators: 1 });
    expect(ranking.get(open.id)).toMatchObject({ mean: 55, evaluators: 2 });
  });

  test("a record closed before the conflict was known stays unchanged, and its scores do not count", async () => {
    const late = await makeEvaluator({ firstName: "Tarda", lastName: "Voce" });
    for (const { id } of [open, declared]) await late.save(id, { scores: best });
    await late.close();
    expect((await rowsOf()).get(declared.id)).toMatchObject({ mean: 80, evaluators: 2 });
    const [before] = await db
      .select()
      .from(evaluationRecords)
      .where(eq(evaluationRecords.evaluatorId, late.id));
    const fields = { nome: "Dichiarato", referente_nome_e_cognome: "Bice Lodi" };
    await sendAgain(declared.id, { fields });
    expect((await rowsOf()).get(declared.id)).toMatchObject({ evaluators: 2 });
    // Renaming an account can create a conflict of interest, so the cached ranking must change.
    const renamed = { firstName: "Bice", lastName: "Lodi" };
    await db.update(users).set(renamed).where(eq(users.id, late.id));
    expect((await rowsOf()).get(declared.id)).toMatchObject({ mean: 60, evaluators: 1 });
    expect((await rowsOf()).get(open.id)).toMatchObject({ evaluators: 3 });
    const [after] = await db
      .select()
      .from(evaluationRecords)
      .where(eq(evaluationRecords.evaluatorId, late.id));
    expect(after).toEqual(before);
    const { response } = await api("GET", "wp/v2/projects/export?table=scores", {
      token: colleague.token,
    });
    const lines = parseCsv((await response.text()).replace(/^\ufeff/, ""), ";");
    expect(lines.filter(([, nome]) => nome === "Dichiarato")).toHaveLength(1);
  });
});

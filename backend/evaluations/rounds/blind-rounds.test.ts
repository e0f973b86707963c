import { createHash } from "node:crypto";
import type { QueryResult } from "pg";
import { describe, expect, test } from "vitest";
import { textOf, walkOf } from "@/tests/support/browser/walk";
import { comparable, secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { giveRole } from "../../users/administer";
import { setChair } from "../discussion/members";
import { closeRound, reopenRound, setJury } from "./administer-rounds";

/*
 * Tests rule evaluation.rounds: a member of a later jury gets no earlier result of other evaluators. The test requests
 * all responses in two databases that differ only in the scores that another evaluator gave in the first round.
 */

/**
 * All read requests of evaluators. Parameters are tried with the first three projects: two of the second round, of
 * which one is recused, and one outside it. The others, which are outside it too, get requests without parameters.
 */
const READS = (ids: readonly string[]) => {
  const others = ids.slice(3);
  return walkOf({ id: ids, fileId: ["00000000-0000-4000-8000-000000000000"] }).filter(
    ({ method, path }) =>
      method === "GET" &&
      /^wp\/v2\/projects/.test(path) &&
      !(path.includes("?") && others.some((id) => path.includes(id))),
  );
};

const SCORES = { impact: 5, utility: 6, feasibility: 7, scalability: 8, innovation: 9 };
/**
 * The write requests of evaluators, each with a valid body. The request that closes the evaluation comes last, because
 * it ends all other changes.
 */
const WRITES: readonly [path: string, body: object][] = [
  ["projects/ID/evaluation", { scores: SCORES, note: "nota" }],
  ["projects/ID/feedback", { text: "Un parere", language: "it", reasons: [] }],
  ["projects/ID/discussion", { text: "I costi mancano" }],
  ["projects/ID/revision", { scores: SCORES, reason: "Riletto" }],
  ["projects/ID/summary", { text: "La sintesi", language: "it" }],
  ["projects/ID/agreement", { version: 1 }],
  ["projects/ID/recusal", { reason: "Conosco il gruppo" }],
  ["projects_evaluations", { closed: true }],
];

/** The scores of Bea in the first round. They are equal in both databases, because Bea can read her own scores. */
const OF_BEA = [7, 3, 6, 2, 8];

/**
 * Creates an edition whose second round is open and has discussions. Cleo, the chair, has closed the evaluation of the
 * second round. Bea (on both juries) and Dino have not. Bea and Dino do not read the second project, so its discussion
 * is open.
 *
 * @param values the scores that Ada gives in the first round
 */
async function world(values: readonly number[]) {
  const bench = await secondRoundBench();
  const { bea, ada, projects, api, context, db, freshToken, makeJuror } = bench;
  const cleo = await bench.toSecondRound({ discussion: true, weight: 60 }, values, OF_BEA);
  const dino = await makeJuror();
  const round = await setJury(db, 2026, 2, [bea.id, cleo.id, dino.id], context());
  await setChair(db, round, cleo.id, context());
  const [alfa, beta] = projects.map(({ id }) => id);
  for (const one of [bea, dino]) {
    await one.ask("POST", `projects/${beta}/recusal`, { reason: "Conosco il gruppo", round: 2 });
  }
  await bea.score(alfa ?? "", 7, 2);
  for (const id of [alfa, beta]) await cleo.score(id ?? "", 6, 2);
  expect((await cleo.close(2)).status).toBe(200);
  // Records the statements of each request and their numbers of rows, which determine the duration of the request. A
  // comparison of measured times would fail, because they differ in each run.
  const pool = db.$client;
  const run = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>;
  let statements: string[] = [];
  const watched = async (...given: unknown[]) => {
    const result = await run(...given);
    const [asked] = given as [string | { text: string }];
    statements.push(`${result.rowCount} rows: ${typeof asked === "string" ? asked : asked.text}`);
    return result;
  };
  pool.query = watched as typeof pool.query;
  const compared = async (asked: string, response: Response) => {
    const text = comparable(`${asked} ${await textOf(response)}`, projects);
    return [text, ...statements.toSorted()].join("\n");
  };
  const read = async (who: typeof ada) => {
    const seen: string[] = [];
    for (const { path } of READS(projects.map(({ id }) => id))) {
      // Skips the endpoint of the next project, because the order of next projects differs for each evaluator and
      // database.
      if (path.includes("projects/next")) continue;
      const token = await freshToken(who);
      statements = [];
      const { response } = await api("GET", path, { token });
      seen.push(await compared(path, response));
    }
    return seen;
  };
  /** Sends each write request for each project, first without a round and then with each round. */
  const write = async (who: typeof ada) => {
    const answers: string[] = [];
    for (const [path, body] of WRITES) {
      const paths = path.includes("ID") ? projects.map(({ id }) => path.replace("ID", id)) : [path];
      for (const one of paths) {
        for (const round of [undefined, 1, 2]) {
          statements = [];
          const { response } = await who.ask("POST", one, { ...body, round });
          answers.push(await compared(`${one} ${round}`, response));
        }
      }
    }
    return answers;
  };
  return { ...bench, cleo, dino, read, write };
}

describe("two worlds with different scores in the first round", () => {
  test("members of the second jury get identical responses by identical statements, with every round and parameter", async () => {
    const one = await world([9, 8, 4, 3, 2]);
    // These scores exchange the first two projects in a ranking that uses both rounds. A response in the order of that
    // ranking would therefore differ between the two databases.
    const other = await world([2, 9, 8, 3, 4]);
    const seen = await one.read(one.cleo);
    expect(seen).toEqual(await other.read(other.cleo));
    expect(await one.read(one.bea)).toEqual(await other.read(other.bea));
    const ofDino = await one.read(one.dino);
    expect(ofDino).toEqual(await other.read(other.dino));
    const discussed = "wp/v2/projects/project-1/discussion?round=2 ";
    const statusOf = (all: string[]) =>
      all.find((text) => text.startsWith(discussed))?.slice(discussed.length, discussed.length + 3);
    expect([statusOf(seen), statusOf(ofDino)]).toEqual(["200", "404"]);
    expect(seen.filter((text) => /^\S+ 200/.test(text)).length).toBeGreaterThan(40);
    expect(seen.some((text) => text.startsWith("wp/v2/projects/ranking?round=2 200"))).toBe(true);
    expect(seen.every((text) => /^\d+ rows: /m.test(text))).toBe(true);
    expect(seen.some((text) => text.startsWith("wp/v2/projects/ranking?round=1 404"))).toBe(true);
    for (const who of ["dino", "cleo", "bea"] as const) {
      const answers = await one.write(one[who]);
      expect(answers).toEqual(await other.write(other[who]));
      expect(new Set(answers.map((text) => /^\S+ \S+ (\d+)/.exec(text)?.[1])).size).toBeGreaterThan(
        2,
      );
    }
    // Proves that the comparison works: an evaluator who can read the ranking of the first round sees that the two
    // databases differ.
    expect(await one.read(one.ada)).not.toEqual(await other.read(other.ada));
  }, 480_000);
});

test("the order of the next projects does not depend on how often the first jury read them", async () => {
  const bench = await secondRoundBench();
  const { ada, bea, projects, makeJuror, context, db } = bench;
  const ids = projects.map(({ id }) => id);
  // Two evaluators read the first three projects, and one evaluator reads the other two.
  for (const id of ids) await ada.score(id, 5);
  for (const id of ids.slice(0, 3)) await bea.score(id, 5);
  for (const one of [ada, bea]) await one.close();
  await bench.make({ jury: [bea.id] });
  await bench.select("pre_selected", ids);
  await bench.openAt(TIMES.second);
  // Projects with equally many readings have an order that depends on the evaluator. Find an evaluator in whose order a
  // project with two readings precedes one with one reading.
  const placeFor = (juror: string, id: string) =>
    createHash("md5").update(`${juror}${id}`).digest("hex");
  const firstFor = (juror: string) =>
    ids.toSorted((a, b) => (placeFor(juror, a) < placeFor(juror, b) ? -1 : 1))[0] ?? "";
  let juror = await makeJuror();
  while (ids.indexOf(firstFor(juror.id)) > 2) juror = await makeJuror();
  await setJury(db, 2026, 2, [bea.id, juror.id], context());
  expect((await juror.get("projects/next")).json.project.id).toBe(firstFor(juror.id));
});

test("a later round shows no project before it opens: not in the list, the next project, a sheet or an export", async () => {
  const bench = await secondRoundBench();
  const { bea, projects } = bench;
  await bench.readFirst();
  await bench.make({ jury: [bea.id] });
  const cleo = await bench.join();
  await bench.select("pre_selected", [projects[0]?.id ?? ""]);
  const read = async () => {
    const list = (await cleo.get("projects?round=2")).json.projects.length;
    const next = (await cleo.get("projects/next?round=2")).json.project;
    const formats = ["csv", "xlsx", "zip"].map((one) => `projects/export?round=2&format=${one}`);
    const paths = [`projects/${projects[0]?.id}`, ...formats];
    const statuses = await Promise.all(paths.map(async (path) => (await cleo.get(path)).status));
    return { list, next: next?.id ?? null, statuses };
  };
  expect(await read()).toEqual({ list: 0, next: null, statuses: [404, 404, 404, 404] });
  await bench.openAt(new Date("2026-11-12T09:00:00.000Z"));
  expect(await read()).toEqual({
    ...{ list: 1, next: projects[0]?.id, statuses: [200, 200, 200, 200] },
  });
});

describe("a member of both juries", () => {
  test("cannot read the earlier ranking before closing the later round, but their own sheets", async () => {
    const bench = await secondRoundBench();
    const { bea, ada, projects } = bench;
    await bench.readFirst();
    const status = async (who: typeof ada, path: string) => (await who.get(path)).status;
    expect(await status(bea, "projects/ranking")).toBe(200);
    await bench.make({ jury: [bea.id] });
    const cleo = await bench.join();
    const refused = { status: 403, code: "evaluation_not_closed" };
    const ranking = async (path: string) => {
      const { status, json } = await bea.get(path);
      return { status, code: json.code };
    };
    expect(await ranking("projects/ranking?round=1")).toEqual(refused);
    const announced = async (round: number) =>
      (await bea.get(`projects?round=${round}&per_page=1`)).json.results_after;
    expect(await announced(1)).toMatchObject({ it: expect.any(String), en: expect.any(String) });
    expect(await announced(2)).toBeNull();
    await bench.select("pre_selected", [projects[0]!.id]);
    await bench.openAt(new Date("2026-11-12T09:00:00.000Z"));
    expect(await ranking("projects/ranking?round=1")).toEqual(refused);
    expect(await ranking("projects/export?round=1&table=ranking")).toEqual(refused);
    const table = await bea.get("projects/export?round=1&table=scores");
    const rows = (await table.response.text()).trim().split("\n").slice(1);
    expect(rows.filter((row) => row.includes('"Io"'))).toHaveLength(rows.length);
    expect(await status(bea, `projects/${projects[4]!.id}?round=1`)).toBe(200);
    expect(await status(ada, "projects/ranking?round=1")).toBe(200);
    expect(await status(ada, "projects/ranking?round=2")).toBe(404);
    await bea.score(projects[0]!.id, 5, 2);
    await bea.close(2);
    expect(await status(bea, "projects/ranking?round=1")).toBe(200);
    expect(await announced(1)).toBeNull();
    expect(await status(cleo, "projects/ranking?round=1")).toBe(404);
  });

  test("can read the earlier ranking if the later round shows earlier results", async () => {
    const bench = await secondRoundBench();
    await bench.toSecondRound({ showsEarlier: true });
    expect((await bench.bea.get("projects/ranking?round=1")).status).toBe(200);
  });

  test("a round that staff have closed hides earlier results until its own results are final", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects, context } = bench;
    await bench.toSecondRound();
    const read = async () => (await bea.get("projects/ranking?round=1")).status;
    await closeRound(db, 2026, 2, context());
    expect(await read()).toBe(403);
    await reopenRound(db, 2026, 2, context());
    await bea.score(projects[0]!.id, 3, 2);
    await closeRound(db, 2026, 2, context());
    expect(await read()).toBe(403);
    await bench.select("semifinalist", [projects[0]!.id]);
    expect(await read()).toBe(200);
  });

  test("a round does not open again for a juror who became staff while it was closed", async () => {
    const bench = await secondRoundBench();
    const { db, bea, context } = bench;
    await bench.toSecondRound();
    await closeRound(db, 2026, 2, context());
    await giveRole(db, bea, { role: "staff", granted: true }, context());
    const why = { why: "staff_on_jury" };
    await expect(reopenRound(db, 2026, 2, context())).rejects.toMatchObject(why);
  });

  test("a round opens again although a juror became staff after closing the evaluation", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects, context } = bench;
    await bench.toSecondRound();
    await bea.score(projects[0]!.id, 5, 2);
    await bea.close(2);
    await closeRound(db, 2026, 2, context());
    await giveRole(db, bea, { role: "staff", granted: true }, context());
    expect((await reopenRound(db, 2026, 2, context())).closedAt).toBeNull();
  });
});

test("jurors get the round's own figures and never the blended order", async () => {
  const bench = await secondRoundBench();
  const { bea, projects } = bench;
  const cleo = await bench.toSecondRound({ weight: 10 });
  for (const who of [bea, cleo]) {
    await who.score(projects[0]!.id, 2, 2);
    await who.score(projects[1]!.id, 4, 2);
    await who.close(2);
  }
  const { json } = await cleo.get("projects/ranking?round=2");
  expect(json.rows.map(({ nome, mean }: { nome: string; mean: number }) => [nome, mean])).toEqual([
    ["Beta", 40],
    ["Alfa", 20],
  ]);
  expect((await cleo.get("projects")).json.round.weight).toBe(10);
});

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { type Step, textOf, walkOf } from "@/tests/support/browser/walk";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { release } from "../../selection/release";
import { applySelection } from "../../selection/select";
import { putBytes } from "../../store/put-bytes";
import { reopenEvaluation } from "../close/verify-record";

/**
 * Tests that the scores of other evaluators stay hidden (rule evaluation.others-hidden). Calls every endpoint of the
 * contract in two databases that differ only in hidden data. All responses must be identical. No response can contain
 * one of the words and ids (`WORDS`) that mark the data of other evaluators.
 */
const bench = await evaluationBench({ now: new Date("2026-10-20T10:00:00.000Z") });
const { api, db, deps, clock, edition, makeSent, makeEvaluator, makeUser } = bench;

const logo = {
  id: randomUUID(),
  field: "logo" as const,
  name: "logo.png",
  size: 4,
  type: "image/png",
  sha256: "0".repeat(64),
  uploaded_at: clock.now.toISOString(),
};
await putBytes(deps.store, logo.id, Buffer.from("logo"));
const owner = await makeUser();
const alfa = await makeSent({ userId: owner.id, fields: { nome: "Alfa", logo } });
const beta = await makeSent({ fields: { nome: "Beta" } });
const gamma = await makeSent({ fields: { nome: "Gamma" } });

const observer = await makeEvaluator();
const witness = await makeEvaluator();
const closed = await makeEvaluator({ email: "canarino-chiuso@example.org" });
const open = await makeEvaluator({ email: "canarino-aperto@example.org" });
await observer.save(alfa.id, { scores: five(5, 5, 5, 5, 5), note: "MIA" });
await closed.recuse(gamma.id, "CANARINO");

/**
 * Sets the criterion scores that the other evaluators give to Alfa (`first`) and Beta (`second`). Alfa has the higher
 * scores in the first database, and Beta in the second one.
 */
async function judge(first: number, second: number) {
  const act = { reason: "CANARINO", actor: "CANARINO", now: clock.now };
  await reopenEvaluation(db, { email: closed.email, year: 2026 }, act);
  for (const colleague of [closed, open]) {
    const note = `CANARINO ${first}`;
    await colleague.save(alfa.id, { scores: five(first, first, first, first, first - 1), note });
    await colleague.save(beta.id, { scores: five(second, second, second, second, second), note });
  }
  expect((await closed.close()).status).toBe(200);
}

/**
 * Time limit of a test that calls all endpoints, with hundreds of requests and files. Such a test takes seconds, or
 * longer on a busy machine.
 */
const SLOW = { timeout: 180_000 };
const WORDS = ["CANARINO", "canarino-", closed.id, open.id];
const IDS = { id: [alfa.id, logo.id], fileId: [logo.id] };
const READS = walkOf(IDS).filter(({ method }) => method === "GET");
const body = (name: string) =>
  ({
    saveEvaluation: { note: "mia" },
    recuse: { reason: "mio" },
    closeEvaluation: { closed: true },
  })[name] ?? {};

const key = ({ name, method, path }: Step) => `${name} ${method} ${path}`;
async function ask(token: string | undefined, { name, method, path }: Step): Promise<string> {
  const writes = method === "POST" || method === "DELETE";
  const { response } = await api(method, path, { token, ...(writes && { body: body(name) }) });
  return textOf(response);
}
async function readAll(token: string | undefined): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const step of READS) seen.set(key(step), await ask(token, step));
  return seen;
}
function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((one) => before.get(one) !== after.get(one));
}
/** Returns the requests whose response contains one of the words. Ignores times, which can contain any digits. */
function withWords(seen: Map<string, string>, words: string[]): string[] {
  return [...seen]
    .map(([at, text]) => [at, text.replace(/T\d\d:\d\d:[\d.]+Z/g, "")] as const)
    .filter(([, text]) => words.some((word) => text.includes(word)))
    .map(([at]) => at);
}
const select = (id: string) =>
  applySelection(
    db,
    { edition, stage: "pre_selected", pick: { names: [id] }, graceMinutes: 15 },
    { actor: "CANARINO", reason: "CANARINO", now: clock.now },
    true,
  );

await judge(9, 3);

test("the walk covers the whole contract and gets real responses", SLOW, async () => {
  const names = new Set(walkOf(IDS).map(({ name }) => name));
  for (const { name } of endpoints) expect(names).toContain(name);
  const seen = await readAll(observer.token);
  const answered = [...seen].filter(([, text]) => text.startsWith("200"));
  expect(answered.length).toBeGreaterThan(100);
  for (const name of ["listProjects", "exportProjects", "getDossier", "getEvaluationFile"]) {
    expect(answered.some(([at]) => at.startsWith(name))).toBe(true);
  }
});

describe("before the caller closes", () => {
  test(
    "no response depends on scores, notes, or decisions of other evaluators before the caller closes",
    SLOW,
    async () => {
      const before = await readAll(observer.token);
      const asApplicant = await readAll(owner.token);
      const asVisitor = await readAll(undefined);
      await judge(2, 10);
      await select(beta.id);
      expect(differing(before, await readAll(observer.token))).toEqual([]);
      expect(differing(asApplicant, await readAll(owner.token))).toEqual([]);
      expect(differing(asVisitor, await readAll(undefined))).toEqual([]);
      for (const seen of [before, asApplicant, asVisitor]) {
        expect(withWords(seen, WORDS)).toEqual([]);
      }
      expect(withWords(asApplicant, ["MIA", "evaluation_", '"evaluation"', "25.5"])).toEqual([
        "openapi.json GET openapi.json",
      ]);
    },
  );

  test("no write request returns data of another evaluator", SLOW, async () => {
    const writes = walkOf(IDS).filter(({ method }) => method !== "GET");
    for (const step of writes) {
      // Each call has a new evaluator and applicant, because some calls end the session or close the evaluation.
      const [evaluator, applicant] = await Promise.all([makeEvaluator(), makeUser()]);
      for (const { token } of [evaluator, applicant]) {
        const text = await ask(token, step);
        for (const word of WORDS) expect(text, key(step)).not.toContain(word);
      }
    }
  });
});

describe("after the caller closes", () => {
  test(
    "results include other evaluators after the caller closes, without names, notes, reasons, or unreleased decisions",
    SLOW,
    async () => {
      await witness.close();
      const before = await readAll(witness.token);
      await select(alfa.id);
      expect(differing(before, await readAll(witness.token))).toEqual([]);
      await judge(9, 3);
      const after = await readAll(witness.token);
      const changed = new Set(differing(before, after).map((at) => at.split(" ")[0]));
      expect([...changed].sort()).toEqual(["exportProjects", "getRanking"]);
      expect(after.get("getRanking GET wp/v2/projects/ranking")).toContain('"mean":88.5');
      for (const seen of [before, after]) expect(withWords(seen, [...WORDS, "MIA"])).toEqual([]);
    },
  );
});

describe("after a release", () => {
  test(
    "a release appears on the applicant's timeline and in the ranking without evaluation data",
    SLOW,
    async () => {
      const applicant = await readAll(owner.token);
      const evaluator = await readAll(witness.token);
      const atWork = await readAll(observer.token);
      const act = { actor: "CANARINO", reason: "CANARINO", now: clock.now };
      await release(db, edition, ["pre_selected"], act, { override: false, graceMinutes: 15 });
      const told = await readAll(owner.token);
      const changed = differing(applicant, told).map((at) => at.split(" ")[0]);
      expect([...new Set(changed)].sort()).toEqual(["exportMe", "getTimeline"]);
      const ranked = differing(evaluator, await readAll(witness.token));
      expect([...new Set(ranked.map((at) => at.split(" ")[0]))].sort()).toEqual([
        "exportProjects",
        "getRanking",
      ]);
      expect(withWords(told, [...WORDS, "MIA"])).toEqual([]);
      expect(differing(atWork, await readAll(observer.token))).toEqual([]);
    },
  );
});

import { eq } from "drizzle-orm";
import { editions } from "@/backend/db/schema/applications";
import { type Given, makeRound, setJury } from "@/backend/evaluations/rounds/administer-rounds";
import { openRounds } from "@/backend/evaluations/rounds/open-rounds";
import { release } from "@/backend/selection/release";
import { applySelection } from "@/backend/selection/select";
import { MINUTE } from "@/contract/durations";
import type { Stage } from "@/contract/evaluation/funnel";
import { inLanguages } from "../in-languages";
import { evaluationBench, five } from "./evaluation";

/** The times of two rounds. The first round ends before the second round opens. */
export const TIMES = {
  first: new Date("2026-10-20T10:00:00.000Z"),
  firstCloses: new Date("2026-10-31T23:00:00.000Z"),
  opens: new Date("2026-11-10T09:00:00.000Z"),
  second: new Date("2026-11-12T09:00:00.000Z"),
  closes: new Date("2026-11-20T23:00:00.000Z"),
};

/**
 * Creates an edition with five sent projects and three evaluators: Ada in the first round, Bea in both rounds, and Cleo
 * in the second. The second round does not exist yet.
 */
export async function secondRoundBench() {
  const bench = await evaluationBench({ now: TIMES.first });
  const { db, api, clock, makeSent, makeUser, freshToken } = bench;
  const [edition] = await db
    .update(editions)
    .set({ evaluationClosesAt: TIMES.firstCloses })
    .where(eq(editions.id, bench.edition.id))
    .returning();
  if (!edition) throw new Error("no edition");
  const projects: { id: string; number: string; owner: Awaited<ReturnType<typeof makeUser>> }[] =
    [];
  for (const [index, nome] of ["Alfa", "Beta", "Gamma", "Delta", "Epsilon"].entries()) {
    const sentAt = new Date(TIMES.first.getTime() - index * MINUTE);
    const owner = await makeUser();
    projects.push({ ...(await makeSent({ fields: { nome }, sentAt, userId: owner.id })), owner });
  }

  /** Creates an evaluator. Each request of the evaluator uses a token that is valid at the clock's time. */
  async function makeJuror() {
    const user = await makeUser({ roles: ["evaluator"] });
    const ask = async (method: string, path: string, body?: unknown) =>
      api(method, `wp/v2/${path}`, { token: await freshToken(user), body });
    const score = (id: string, value: number, round?: number) => {
      const scores = five(value, value, value, value, value);
      return ask("POST", `projects/${id}/evaluation`, { scores, note: "nota", round });
    };
    const close = (round?: number) => ask("POST", "projects_evaluations", { closed: true, round });
    return { ...user, ask, get: (path: string) => ask("GET", path), score, close };
  }
  const [ada, bea] = [await makeJuror(), await makeJuror()];

  const context = () => ({ actor: "Rita", reason: "prova", now: clock.now });

  /**
   * Lets Ada and Bea score every project in the first round and close their evaluations. Ada gives the scores in
   * `values` (0 to 10), Bea those in `ofBea`, which are equal by default.
   */
  async function readFirst(values: readonly number[] = [9, 8, 4, 3, 2], ofBea = values) {
    for (const [one, own] of [
      [ada, values],
      [bea, ofBea],
    ] as const) {
      for (const [index, { id }] of projects.entries()) await one.score(id, own[index] ?? 5);
      const answer = await one.close();
      if (answer.status !== 200) throw new Error(`not closed: ${answer.status}`);
    }
  }

  /** Selects projects for a stage. Releases the decisions to the applicants. */
  async function select(stage: Stage, ids: readonly string[]) {
    const choice = { edition: edition as typeof bench.edition, stage, graceMinutes: 15 };
    await applySelection(db, { ...choice, pick: { names: [...ids] } }, context(), true);
    const options = { override: true, graceMinutes: 15 };
    await release(db, choice.edition, [stage], context(), options);
  }

  const make = (given: Partial<Given> & Pick<Given, "jury">) =>
    makeRound(
      db,
      edition.year,
      {
        names: inLanguages("Seconda lettura", "Second reading"),
        stage: "semifinalist",
        opensAt: TIMES.opens,
        closesAt: TIMES.closes,
        readings: null,
        weight: null,
        showsEarlier: false,
        isPublic: false,
        ...given,
      },
      context(),
    );

  /** Creates an evaluator for the second round only. */
  async function join() {
    const juror = await makeJuror();
    await setJury(db, edition?.year ?? 0, 2, [bea.id, juror.id], context());
    return juror;
  }

  /** Sets the clock and runs the job that opens rounds. */
  async function openAt(at: Date) {
    clock.now = at;
    await openRounds({ db }, at);
  }

  /** Runs all steps until the second round is open. The second round contains the first two projects. */
  async function toSecondRound(
    given: Partial<Given> = {},
    values?: readonly number[],
    ofBea?: readonly number[],
  ) {
    await readFirst(values, ofBea);
    await make({ jury: [bea.id], ...given });
    const cleo = await join();
    await select("pre_selected", [projects[0]?.id ?? "", projects[1]?.id ?? ""]);
    await openAt(TIMES.second);
    return cleo;
  }

  return {
    ...{ ...bench, edition, projects, ada, bea, makeJuror, context },
    ...{ readFirst, select, make, join, openAt, toSecondRound },
  };
}

/** Matches values that differ in each database: ids, hashes, and email addresses that contain ids. */
const VOLATILE = /[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}(@example\.org)?/g;

/**
 * Sorts the evaluations of an evaluation record by receipt. The record sorts by project id, which differs in each
 * database.
 */
function inOrderOfReceipts(text: string): string {
  const [head = "", body = ""] = text.split("\n{", 2);
  if (!head.includes("attachment") || !body.includes('"closed_at"')) return text;
  const record = JSON.parse(`{${body}`);
  const number = (one: { receipt: { number: string } }) => one.receipt.number;
  record.evaluations.sort((a: never, b: never) => number(a).localeCompare(number(b)));
  return `${head}\n${JSON.stringify(record)}`;
}

/**
 * Returns the text of a response (see `textOf`) without values that differ in each database, so that the responses of
 * two databases with equal content are equal.
 */
export function comparable(text: string, projects: readonly { id: string }[]): string {
  const ordered = inOrderOfReceipts(text);
  const named = projects.reduce((all, { id }, n) => all.replaceAll(id, `project-${n}`), ordered);
  return named.replaceAll(VOLATILE, "…");
}

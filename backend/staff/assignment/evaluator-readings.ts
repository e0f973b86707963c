import type { getEvaluatorReadings as contract, ReadingObstacle } from "@/contract/staff/matrix";
import { GIVEN_MAX } from "@/contract/staff/matrix";
import type { Executor } from "../../db/connect";
import { currentEdition } from "../../editions/edition";
import { type RoundKey, shownRound } from "../../editions/rounds";
import { isStored, ownRounds, roundAnswer } from "../../evaluations/own-rounds";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { obstaclesFor } from "./find-pair";
import { EXCLUDING } from "./get-reading";
import { readCells, readProjects, readSides, toProjects, withCounts } from "./read-matrix";

/**
 * Obstacles that staff can override when they assign a project. An automatic choice of projects omits projects with
 * such an obstacle.
 */
const NOT_CHOSEN: readonly ReadingObstacle[] = ["stated", "barred"];

/**
 * Returns the number of projects that one evaluator reads, and the projects that the evaluator can still get. Projects
 * with the fewest evaluators come first, then the most suitable ones. Returns null if the person is not on the jury.
 */
export async function findEvaluatorReadings(db: Executor, round: RoundKey, evaluatorId: string) {
  const sides = await readSides(db, round);
  // Without a reading plan, staff cannot assign individual projects, so read only the counts.
  const size = sides.plan ? Number.MAX_SAFE_INTEGER : 0;
  const found = await readProjects(db, round, sides, { filter: {}, from: 0, size });
  const evaluator = withCounts(sides, found.counts, found.total).find(
    ({ id }) => id === evaluatorId,
  );
  if (!evaluator) return null;
  if (!sides.plan || evaluator.closed) return { sides, evaluator, free: [] };
  const projects = toProjects(found.page ?? []);
  const own = { ...sides, evaluators: [evaluator] };
  const cells = new Map(
    (await readCells(db, round, own, projects)).map((cell) => [cell.project, cell]),
  );
  const free = projects
    .map((project) => {
      const none = { state: "none", conflict: null, fixed: null } as const;
      const pair = { evaluator: evaluatorId, project: project.id };
      const cell = cells.get(project.id) ?? { ...pair, ...none };
      return {
        project,
        state: cell.state,
        why_not: obstaclesFor({ sides, project }, evaluator, cell),
      };
    })
    .filter(({ state, why_not }) => state === "none" && !has(why_not, EXCLUDING))
    .map(({ project, why_not }) => ({ project, why_not }))
    .sort(
      (a, b) =>
        Number(has(a.why_not, NOT_CHOSEN)) - Number(has(b.why_not, NOT_CHOSEN)) ||
        a.project.given - b.project.given ||
        a.why_not.length - b.why_not.length,
    );
  return { sides, evaluator, free };
}

const has = (found: readonly ReadingObstacle[], these: readonly ReadingObstacle[]) =>
  found.some((name) => these.includes(name));

/**
 * Returns the ids of the available projects with the fewest evaluators. An evaluator gets these projects if staff give
 * only the number of projects.
 */
export function leastRead(
  free: NonNullable<Awaited<ReturnType<typeof findEvaluatorReadings>>>["free"],
  count: number,
): string[] {
  return free
    .filter(({ why_not }) => !has(why_not, NOT_CHOSEN))
    .slice(0, count)
    .map(({ project }) => project.id);
}

/**
 * Returns which projects one evaluator reads: in the requested round of the current edition, or by default in one of
 * the evaluator's own rounds. Never includes scores.
 */
export async function getEvaluatorReadings({
  db,
  params,
  query,
  arrivedAt,
}: Call<typeof contract>) {
  const id = readId(params.evaluator);
  const own = await ownRounds(db, await currentEdition(db, arrivedAt), id);
  const round = shownRound(own, query.round, arrivedAt);
  const found = await findEvaluatorReadings(db, round, id);
  if (!found) return fail("not_found");
  const { sides, evaluator, free } = found;
  return {
    ...roundAnswer(round),
    ...(isStored(round) && { rounds: own.flatMap((one) => roundAnswer(one).round ?? []) }),
    current: true,
    wanted: sides.plan?.readings ?? null,
    evaluator,
    free: free.slice(0, GIVEN_MAX),
  };
}

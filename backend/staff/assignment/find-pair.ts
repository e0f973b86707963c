import { and, eq, sql } from "drizzle-orm";
import type { ReadingObstacle, ReadingState } from "@/contract/staff/matrix";
import type { Executor } from "../../db/connect";
import { fixedReadings } from "../../db/schema/assignment";
import type { RoundKey } from "../../editions/rounds";
import { isForeign } from "../../evaluations/assignment/problem";
import { fixedIn } from "../../evaluations/round";
import {
  readCells,
  readProjects,
  readSides,
  type Sides,
  toProjects,
  withCounts,
} from "./read-matrix";

type Cell = Awaited<ReturnType<typeof readCells>>[number];
type Project = ReturnType<typeof toProjects>[number];
type Counted = ReturnType<typeof withCounts>[number];

/** A project with all evaluators, their workloads, and how far each evaluator has read this project. */
export type ProjectReaders = {
  sides: Sides;
  project: Project;
  evaluators: Counted[];
  cellOf: (evaluatorId: string) => Cell;
};

/**
 * Returns a project with its readers and all evaluators. Null if the round does not contain the project.
 *
 * @param proposal the id of a proposed reading plan, whose assignments replace the current plan's assignments
 */
export async function findReaders(
  db: Executor,
  round: RoundKey,
  projectId: string,
  proposal?: string,
): Promise<ProjectReaders | null> {
  const sides = await readSides(db, round, proposal);
  const found = await readProjects(db, round, sides, {
    filter: { project: projectId },
    from: 0,
    size: 1,
  });
  const [project] = toProjects(found.page ?? []);
  if (!project) return null;
  const cells = await readCells(db, round, sides, [project]);
  const own = new Map(cells.map((cell) => [cell.evaluator, cell]));
  // Without a reading plan, every evaluator on the jury reads the project. People who left the jury do not.
  const jury = new Set(sides.evaluators.flatMap(({ id, left }) => (left ? [] : [id])));
  const impliedFor = (id: string): ReadingState =>
    sides.plan || !jury.has(id) ? "none" : "assigned";
  return {
    sides,
    project,
    evaluators: withCounts(sides, found.counts, found.total),
    cellOf: (evaluator) =>
      own.get(evaluator) ?? {
        ...{ evaluator, project: projectId, state: impliedFor(evaluator) },
        ...{ conflict: null, fixed: null },
      },
  };
}

/**
 * Returns the reasons against assigning a project to an evaluator, the strongest first. Some reasons exclude the
 * assignment. The evaluator's capacity, language, and sector only advise against the assignment, and so does a
 * sufficient number of other evaluators.
 */
export function obstaclesFor(
  { sides: { plan }, project }: Pick<ProjectReaders, "sides" | "project">,
  evaluator: Counted | undefined,
  { state, conflict, fixed }: Cell,
): ReadingObstacle[] {
  if (!evaluator) return ["not_on_jury"];
  if (!plan) return ["no_plan"];
  const { closed, capacity, given, sectors } = evaluator;
  const found: [ReadingObstacle, boolean][] = [
    ["closed", closed],
    ["conflict", conflict === "rule"],
    ["recused", state === "recused"],
    ["stated", conflict === "stated"],
    ["barred", fixed === "barred"],
    ["capacity", capacity !== null && given >= capacity],
    ["language", isForeign(evaluator, project)],
    ["sector", sectors.length > 0 && !isNamed(sectors, project.sector)],
    ["enough", project.given >= plan.readings],
  ];
  return found.flatMap(([name, applies]) => (applies ? [name] : []));
}

const isNamed = (sectors: readonly string[], sector: string) => sectors.includes(sector);

/** Returns which staff member fixed an assignment manually, and when. Null if the assignment is not fixed. */
export async function findFixed(
  db: Executor,
  round: RoundKey,
  { project, evaluator }: { project: string; evaluator: string },
) {
  const [row] = await db
    .select({
      kind: fixedReadings.kind,
      at: fixedReadings.at,
      by: sql<
        string | null
      >`(select btrim(first_name || ' ' || last_name) from users where users.id = ${fixedReadings.by})`,
    })
    .from(fixedReadings)
    .where(
      and(
        fixedIn(round),
        eq(fixedReadings.projectId, project),
        eq(fixedReadings.evaluatorId, evaluator),
      ),
    );
  return row ?? null;
}

import { type PlanShape, SHORT_SHOWN, type ShortReason } from "@/contract/staff/assignment";
import { type Evaluator, isForeign, keptReaders, mayRead, type Readers } from "./problem";
import type { World } from "./world";

type Project = World["projects"][number];

/**
 * Updates a reading plan to the current state. Removes evaluators who can no longer evaluate a project. Adds evaluators
 * who have begun a project or got the project from staff by hand. A project that the plan does not contain gets only
 * these added evaluators.
 */
export function settled(plan: Readers, { judges: evaluators, projects }: World): Readers {
  const known = new Map(evaluators.map((evaluator) => [evaluator.id, evaluator]));
  return Object.fromEntries(
    projects.map((project) => {
      const mayStay = (id: string) => {
        const evaluator = known.get(id);
        return evaluator !== undefined && mayRead(evaluator, project);
      };
      const readers = [...keptReaders(project), ...(plan[project.id] ?? []).filter(mayStay)];
      return [project.id, [...new Set(readers)].sort()];
    }),
  );
}

/**
 * Summarises a reading plan: the number of projects per evaluator, and the projects with too few evaluators, by reason.
 */
export function shapeOf(readers: Readers, wanted: number, world: World): PlanShape {
  const loads = new Map(world.judges.map(({ id }) => [id, 0]));
  const known = new Map(world.judges.map((evaluator) => [evaluator.id, evaluator]));
  const short: PlanShape["short"] = { few: 0, conflicts: 0, capacity: 0, since: 0 };
  const shortest: PlanShape["shortest"] = [];
  let [all, begun, outside, foreign, fixed] = [0, 0, 0, 0, 0];
  for (const project of world.projects) {
    const own = readers[project.id] ?? [];
    all += own.length;
    begun += project.begun.length;
    fixed += project.fixed.length;
    for (const id of own) {
      loads.set(id, (loads.get(id) ?? 0) + 1);
      const evaluator = known.get(id);
      if (!evaluator) continue;
      const { sectors } = evaluator;
      if (sectors.length > 0 && !sectors.includes(project.sector)) outside += 1;
      if (isForeign(evaluator, project)) foreign += 1;
    }
  }
  for (const project of world.projects) {
    const own = readers[project.id] ?? [];
    if (own.length >= wanted) continue;
    const why = whyShort(project, {
      own,
      missing: wanted - own.length,
      judges: world.judges,
      loads,
    });
    short[why] += 1;
    shortest.push({ id: project.id, name: project.name, readers: own.length, why });
  }
  shortest.sort((a, b) => a.readers - b.readers || a.name.localeCompare(b.name));
  const heights = Map.groupBy(loads.values(), (load) => load);
  return {
    readings: all,
    begun,
    loads: [...heights]
      .map(([load, { length }]) => ({ load, evaluators: length }))
      .sort((a, b) => a.load - b.load),
    ...{ outside, foreign, fixed },
    short,
    shortest: shortest.slice(0, SHORT_SHOWN),
  };
}

type Short = {
  own: readonly string[];
  missing: number;
  judges: readonly Evaluator[];
  loads: ReadonlyMap<string, number>;
};

function whyShort(
  project: Project,
  { own, missing, judges: evaluators, loads }: Short,
): ShortReason {
  const open = evaluators.filter(({ id, closed }) => !closed && !own.includes(id));
  if (open.length < missing) return "few";
  const may = open.filter((evaluator) => mayRead(evaluator, project));
  if (may.length < missing) return "conflicts";
  const room = may.filter(
    ({ id, capacity }) => capacity === null || (loads.get(id) ?? 0) < capacity,
  );
  return room.length < missing ? "capacity" : "since";
}

/**
 * Projects that a reading plan adds to or removes from one evaluator, and the number of projects that the evaluator
 * keeps.
 */
export type EvaluatorChanges = {
  id: string;
  name: string;
  closed: boolean;
  added: string[];
  removed: string[];
  kept: number;
};

/**
 * Returns the assignments that a plan adds, removes, and keeps, compared with the current state: per evaluator of the
 * jury, and in total. `left` counts the removed assignments of people who have left the jury.
 */
export function changesOf(after: Readers, world: World, before = heldOf(world)) {
  const [was, is] = [byEvaluator(before), byEvaluator(after)];
  const evaluators = world.judges.map(({ id, name, closed }): EvaluatorChanges => {
    const [had, has] = [was.get(id) ?? NOTHING, is.get(id) ?? NOTHING];
    const added = [...has].filter((project) => !had.has(project));
    const removed = [...had].filter((project) => !has.has(project));
    return { id, name, closed, added, removed, kept: has.size - added.length };
  });
  const known = new Set(world.judges.map(({ id }) => id));
  const left = [...was].reduce((sum, [id, { size }]) => sum + (known.has(id) ? 0 : size), 0);
  const sum = (of: (one: EvaluatorChanges) => number) =>
    evaluators.reduce((all, one) => all + of(one), 0);
  return {
    evaluators,
    left,
    added: sum(({ added }) => added.length),
    removed: left + sum(({ removed }) => removed.length),
    kept: sum(({ kept }) => kept),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

function byEvaluator(plan: Readers): Map<string, Set<string>> {
  const lists = new Map<string, Set<string>>();
  for (const [project, own] of Object.entries(plan)) {
    for (const evaluator of own) {
      const list = lists.get(evaluator);
      if (list) list.add(project);
      else lists.set(evaluator, new Set([project]));
    }
  }
  return lists;
}

/**
 * Returns the current evaluators of each project. With a reading plan, these are the assigned evaluators; otherwise,
 * all evaluators who have not closed their evaluation. Adds all evaluators who have begun the project. Omits evaluators
 * who recused themselves or are excluded by a rule or by staff.
 */
export function heldOf({ isPlanned, judges, projects }: World): Readers {
  const open = judges.filter(({ closed }) => !closed).map(({ id }) => id);
  return Object.fromEntries(
    projects.map(({ id, out, stated, assigned, ...project }) => {
      const isFree = (one: string) => !out.includes(one) || stated.includes(one);
      const own = [...(isPlanned ? assigned : open).filter(isFree), ...keptReaders(project)];
      return [id, [...new Set(own)]];
    }),
  );
}

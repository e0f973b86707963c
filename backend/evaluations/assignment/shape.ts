import { type PlanShape, SHORT_SHOWN, type ShortReason } from "@/contract/staff/assignment";
import { type Evaluator, isForeign, keptReaders, mayRead, type Readers } from "./problem";
import type { World } from "./world";

type Project = World["projects"][number];

/**
 * Updates a plan to the current state. Removes evaluators who can no longer read a project, and adds readings that
 * are begun or fixed by hand. A project that the plan does not contain gets only these.
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

/** Summarises a plan: the loads of the evaluators, and the projects with too few readings, by reason. */
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

/** Returns the readings that differ between two plans, and the number of kept readings. */
export function changesBetween(before: Readers, after: Readers) {
  const pairs = (plan: Readers) =>
    new Set(
      Object.entries(plan).flatMap(([id, own]) => own.map((evaluator) => `${id} ${evaluator}`)),
    );
  const [was, is] = [pairs(before), pairs(after)];
  return {
    added: [...is].filter((pair) => !was.has(pair)),
    removed: [...was].filter((pair) => !is.has(pair)),
    kept: [...is].filter((pair) => was.has(pair)).length,
  };
}

/** Returns the current plan as the readers of each project. */
export function heldOf({ projects }: World): Readers {
  return Object.fromEntries(projects.map(({ id, assigned }) => [id, assigned]));
}

import loadHighs, { type Highs } from "highs";
import { type Group, groupsOf, type Seat } from "./groups.ts";
import { levelOf, modelOf } from "./model.ts";
import { keptReaders, type Problem, type Readers } from "./problem.ts";
import { shuffled } from "./seeded.ts";

/**
 * Initial value of `half`: the model has a separate cost for each number of projects per evaluator that differs from
 * the even distribution by at most `half`. The solver increases `half` if conflicts of interest force larger
 * differences.
 */
const HALF = 16;
/**
 * Limit on the number of pairs of project group and evaluator. Above the limit, the solver's first attempt uses only
 * some evaluators per group.
 */
const MANY = 50_000;
/**
 * Number of evaluators per project group in the solver's first attempt. The number suffices unless conflicts of
 * interest or begun evaluations limit the choice.
 */
const FEW = 8;

/**
 * Assigns projects to evaluators. Gives each project the wanted number of evaluators where possible, and distributes
 * the work evenly. Keeps evaluators who have begun a project or got the project from staff by hand. The same problem
 * and seed give the same result.
 */
export async function solve(problem: Problem, loaded = loadHighs()): Promise<Readers> {
  const { seats, groups, random } = groupsOf(problem);
  const readers = new Map(problem.projects.map((project) => [project.id, keptReaders(project)]));
  const solver = await loaded;
  for (const { group, counts } of flowOf(solver, groups, seats, random)) {
    for (const [id, own] of deal(group, counts, random)) {
      readers.get(id)?.push(...own.map((evaluator) => seats[evaluator]?.id ?? ""));
    }
  }
  const ordered = [...readers].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(ordered.map(([id, own]) => [id, own.sort()]));
}

type Counted = { group: Group; counts: { judge: number; count: number }[] };
type Flow = { counted: Counted[]; added: number[]; lacking: number };

/** Calculates how many projects from each group of similar projects each evaluator gets. */
function flowOf(solver: Highs, groups: Group[], seats: Seat[], random: () => number): Counted[] {
  if (groups.length === 0 || seats.length === 0) return [];
  const level = levelOf(groups, seats);
  if (groups.reduce((sum, { judges: evaluators }) => sum + evaluators.length, 0) > MANY) {
    const first = solveOnce(solver, thinned(groups, random), seats, { level, half: HALF });
    if (isIdeal(first, seats, level)) return first.counted;
  }
  for (let half = HALF; ; half *= 4) {
    const flow = solveOnce(solver, groups, seats, { level, half });
    // The model has separate costs only for numbers of projects that differ from the even distribution by at most
    // `half`. If an evaluator's number of projects differs more, solve the model again with a larger `half`.
    const isOutside = ({ begun, room }: Seat, evaluator: number) => {
      const own = flow.added[evaluator] ?? 0;
      const load = begun + own;
      return (load < level - half && own < room) || (load > level + half && own > 0);
    };
    if (!seats.some(isOutside)) return flow.counted;
  }
}

/** Keeps in each project group only the evaluators of the current plan and `FEW` random others. */
function thinned(groups: readonly Group[], random: () => number): Group[] {
  return groups.map((group) => {
    // Sorts evaluators who read the group's language before all others. Evaluators of both kinds keep their random
    // order.
    const others = shuffled(
      group.judges.filter(({ assigned }) => !assigned),
      random,
    ).sort((one, other) => Number(one.foreign) - Number(other.foreign));
    return {
      ...group,
      judges: [...group.judges.filter(({ assigned }) => assigned), ...others.slice(0, FEW)],
    };
  });
}

/**
 * Reports whether no project lacks an evaluator and all evaluators have the load that they would have without conflicts
 * of interest.
 */
function isIdeal({ added, lacking }: Flow, seats: readonly Seat[], level: number): boolean {
  const isLevel = ({ begun, room }: Seat, evaluator: number) => {
    const own = added[evaluator] ?? 0;
    const load = begun + own;
    return load <= level ? own === room || load >= level - 1 : own === 0;
  };
  return lacking === 0 && seats.every(isLevel);
}

function solveOnce(
  solver: Highs,
  groups: readonly Group[],
  seats: readonly Seat[],
  scale: { level: number; half: number },
): Flow {
  const solution = run(solver, modelOf(groups, seats, scale));
  let at = 0;
  let lacking = 0;
  const added = seats.map(() => 0);
  const counted = groups.map((group) => {
    lacking += group.need * group.projects.length;
    const counts = group.judges.map(({ judge: evaluator }) => {
      const count = Math.round(solution[at] ?? 0);
      at += 1;
      lacking -= count;
      added[evaluator] = (added[evaluator] ?? 0) + count;
      return { judge: evaluator, count };
    });
    return { group, counts };
  });
  return { counted, added, lacking };
}

function run(solver: Highs, data: ReturnType<typeof modelOf>): ArrayLike<number> {
  return solver.withModel(data, (model) => {
    model.options.set({ output_flag: false, solver: "simplex", random_seed: 0 });
    model.run();
    const status = model.getModelStatus();
    if (status !== solver.constants.modelStatus.optimal) {
      throw new Error(`the readings could not be handed out: status ${status}`);
    }
    return model.getSolution().colValue;
  });
}

/**
 * Distributes a group's evaluators to its projects in turn. All projects get the same number of evaluators, and no
 * evaluator gets a project twice. Then swaps evaluators at random, so that the same evaluators do not always share
 * projects.
 */
function deal(
  { projects }: Group,
  counts: Counted["counts"],
  random: () => number,
): Map<string, number[]> {
  const hands = projects.map((): number[] => []);
  const hand = (index: number) => hands[index % hands.length] ?? [];
  let next = 0;
  for (const { judge: evaluator, count } of counts) {
    for (let dealt = 0; dealt < count; dealt += 1, next += 1) hand(next).push(evaluator);
  }
  const pick = (length: number) => Math.floor(random() * length);
  for (let swaps = 4 * next; swaps > 0 && hands.length > 1; swaps -= 1) {
    const [one, other] = [hand(pick(hands.length)), hand(pick(hands.length))];
    const [mine, theirs] = [pick(one.length), pick(other.length)];
    const [given, taken] = [one[mine], other[theirs]];
    if (given === undefined || taken === undefined) continue;
    if (one.includes(taken) || other.includes(given)) continue;
    [one[mine], other[theirs]] = [taken, given];
  }
  return new Map(projects.map(({ id }, index) => [id, hand(index)]));
}

import fc from "fast-check";
import loadHighs from "highs";
import { describe, expect, test } from "vitest";
import { type Evaluator, keptReaders, mayRead, type Problem, type Readers } from "./problem";
import { solve } from "./solve";
import { solveInThread } from "./solve-in-thread";

const solver = loadHighs();
const NAMES = ["a", "b", "c", "d", "e", "f"];

/**
 * Generates assignment problems. They contain conflicts of interest, begun evaluations, current plans, evaluators
 * without capacity, and evaluators who have closed their evaluation.
 */
function problems({ projects, free }: { projects: number; free: boolean }): fc.Arbitrary<Problem> {
  const some = (most: number) => fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: most });
  const evaluator = fc.record({
    capacity: free ? fc.constant(null) : fc.option(fc.integer({ min: 0, max: projects })),
    sectors: fc.uniqueArray(fc.constantFrom("food", "energy", "health"), { maxLength: 2 }),
    languages: free ? fc.constant([]) : fc.uniqueArray(fc.constantFrom("it", "en")),
    closed: free ? fc.constant(false) : fc.boolean(),
  });
  const project = fc
    .record({
      sector: fc.constantFrom("food", "energy", "health"),
      language: fc.constantFrom("it", "en"),
      fixed: some(free ? 0 : 2),
      out: some(free ? 0 : 3),
      begun: some(free ? 0 : 2),
      assigned: some(3),
    })
    .map((one) => {
      const isIn = (id: string) => !one.out.includes(id);
      return { ...one, begun: one.begun.filter(isIn), fixed: one.fixed.filter(isIn) };
    });
  return fc.record({
    readings: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(),
    judges: fc
      .array(evaluator, { minLength: 1, maxLength: NAMES.length })
      .map((all) => all.map((one, index) => ({ ...one, id: NAMES[index] ?? "" }))),
    projects: fc
      .array(project, { minLength: 1, maxLength: projects })
      .map((all) => all.map((one, index) => ({ ...one, id: `p${index}` }))),
  });
}

const runs = { numRuns: 150 };
const loadsOf = (readers: Readers) => {
  const loads = new Map<string, number>();
  for (const own of Object.values(readers)) {
    for (const id of own) loads.set(id, (loads.get(id) ?? 0) + 1);
  }
  return loads;
};

describe("the assignment of any jury and projects", () => {
  test("the assignment keeps begun readings and respects conflicts and capacities", () =>
    fc.assert(
      fc.asyncProperty(problems({ projects: 9, free: false }), async (problem) => {
        const readers = await solve(problem, solver);
        const loads = loadsOf(readers);
        for (const project of problem.projects) {
          const own = readers[project.id] ?? [];
          expect(own).toEqual([...new Set(own)]);
          expect(own).toEqual(expect.arrayContaining(keptReaders(project)));
          expect(own.length).toBeLessThanOrEqual(
            Math.max(problem.readings, keptReaders(project).length),
          );
          for (const id of own.filter((one) => !keptReaders(project).includes(one))) {
            const evaluator = problem.judges.find((one) => one.id === id) as Evaluator;
            expect(mayRead(evaluator, project)).toBe(true);
            expect(loads.get(id)).toBeLessThanOrEqual(
              evaluator.capacity ?? Number.POSITIVE_INFINITY,
            );
          }
        }
      }),
      runs,
    ));

  test("without constraints each project has all its readers and loads differ by at most one", () =>
    fc.assert(
      fc.asyncProperty(problems({ projects: 12, free: true }), async (problem) => {
        const readers = await solve(problem, solver);
        const each = Math.min(problem.readings, problem.judges.length);
        expect(Object.values(readers).map(({ length }) => length)).toEqual(
          problem.projects.map(() => each),
        );
        const loads = problem.judges.map(({ id }) => loadsOf(readers).get(id) ?? 0);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
      runs,
    ));

  test("the assignment has the highest possible number of readings with the most even loads", () =>
    fc.assert(
      fc.asyncProperty(problems({ projects: 4, free: false }), async (problem) => {
        const readers = await solve(problem, solver);
        expect(worthOf(problem, readers)).toEqual(best(problem));
      }),
      { numRuns: 60 },
    ));

  test("the same seed gives the same assignment regardless of the order of the input", () =>
    fc.assert(
      fc.asyncProperty(problems({ projects: 9, free: false }), async (problem) => {
        expect(await solve(turned(problem), solver)).toEqual(await solve(problem, solver));
      }),
      { numRuns: 40 },
    ));
});

test("a separate thread gives the same assignment", async () => {
  const [problem] = fc.sample(problems({ projects: 9, free: false }), { numRuns: 1, seed: 7 });
  if (!problem) throw new Error("no problem");
  expect(await solveInThread(turned(problem))).toEqual(await solve(problem, solver));
});

test("a new assignment keeps the readings of the current plan where possible", async () => {
  const evaluators = NAMES.map((id) => ({
    id,
    capacity: null,
    sectors: [],
    languages: [],
    closed: false,
  }));
  const bare = Array.from({ length: 30 }, (_, index) => ({
    ...{ id: `p${index}`, sector: "food", language: "it", out: [], begun: [], fixed: [] },
    assigned: [] as readonly string[],
  }));
  const first = await solve({ readings: 3, seed: 1, judges: evaluators, projects: bare });
  const held = bare.map((one) => ({ ...one, assigned: first[one.id] ?? [] }));
  expect(await solve({ readings: 3, seed: 2, judges: evaluators, projects: held })).toEqual(first);
  const [late, ...others] = held;
  if (!late) throw new Error("no project");
  const more = [{ ...late, id: "new", assigned: [] }, late, ...others];
  const again = await solve({ readings: 3, seed: 3, judges: evaluators, projects: more });
  for (const { id } of held) expect(again[id]).toEqual(first[id]);
  expect(again.new).toHaveLength(3);
});

test("each evaluator gets an even mixture of sectors, and chosen sectors come first", async () => {
  const evaluators = NAMES.map((id) => ({
    ...{ id, capacity: null, languages: [], closed: false },
    sectors: id === "a" ? ["food"] : [],
  }));
  const projects = Array.from({ length: 48 }, (_, index) => ({
    ...{ id: `p${index}`, language: "it", out: [], begun: [], fixed: [], assigned: [] },
    sector: index % 3 === 0 ? "food" : "energy",
  }));
  const readers = await solve({ readings: 2, seed: 4, judges: evaluators, projects });
  const food = (evaluator: string) =>
    projects.filter(({ id, sector }) => sector === "food" && readers[id]?.includes(evaluator))
      .length;
  expect(food("a")).toBe(16);
  for (const id of NAMES.slice(1)) expect([3, 4]).toContain(food(id));
});

test("projects go to evaluators who read their language, and readings fixed by hand stay", async () => {
  const evaluators = NAMES.map((id, index) => ({
    ...{ id, capacity: null, sectors: [], closed: false },
    languages: index < 3 ? ["it"] : [],
  }));
  const projects = Array.from({ length: 24 }, (_, index) => ({
    ...{ id: `p${index}`, sector: "food", out: [], begun: [], assigned: [] },
    language: index % 2 === 0 ? "it" : "en",
    fixed: index === 1 ? ["a"] : [],
  }));
  const readers = await solve({ readings: 2, seed: 5, judges: evaluators, projects });
  const foreign = projects.flatMap(({ id, language }) =>
    (readers[id] ?? []).filter((one) => language === "en" && ["a", "b", "c"].includes(one)),
  );
  expect(foreign).toEqual(["a"]);
  expect(readers.p1).toContain("a");
  expect(readers.p1).toHaveLength(2);
  expect([...loadsOf(readers).values()]).toEqual(NAMES.map(() => 8));
});

/** Returns the same assignment problem with evaluators and projects in reverse order. */
function turned(problem: Problem): Problem {
  const { judges: evaluators, projects } = problem;
  return { ...problem, judges: evaluators.toReversed(), projects: projects.toReversed() };
}

/**
 * Returns how good an assignment is, as three numbers in order of priority: the number of missing evaluators, how
 * unevenly they are distributed over the projects, and how uneven the evaluators' loads are. Smaller numbers are
 * better.
 */
function worthOf({ projects, readings, judges: evaluators }: Problem, readers: Readers) {
  const lacking = projects.map(({ id }) => Math.max(0, readings - (readers[id]?.length ?? 0)));
  const loads = loadsOf(readers);
  const square = (sum: number, one: number) => sum + one * one;
  return [
    lacking.reduce((sum, one) => sum + one, 0),
    lacking.reduce(square, 0),
    evaluators.map(({ id }) => loads.get(id) ?? 0).reduce(square, 0),
  ];
}

/** Tries all possible assignments, and returns the numbers of `worthOf` for the best one. */
function best(problem: Problem): number[] {
  const { judges: evaluators, projects, readings } = problem;
  const found = { worth: [Number.POSITIVE_INFINITY] };
  const room = new Map(
    evaluators.map(({ id, capacity }) => {
      const begun = projects.filter((one) => keptReaders(one).includes(id)).length;
      return [id, (capacity ?? projects.length) - begun];
    }),
  );
  const readers: Record<string, readonly string[]> = {};
  const isLess = (one: number[], other: number[]) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at >= 0 && (one[at] ?? 0) < (other[at] ?? Number.POSITIVE_INFINITY);
  };
  function go(index: number): void {
    const project = projects[index];
    if (!project) {
      const worth = worthOf(problem, readers);
      if (isLess(worth, found.worth)) found.worth = worth;
      return;
    }
    const free = evaluators.filter((evaluator) => mayRead(evaluator, project)).map(({ id }) => id);
    const need = Math.max(0, readings - keptReaders(project).length);
    for (const given of subsets(free, need)) {
      if (given.some((id) => (room.get(id) ?? 0) <= 0)) continue;
      for (const id of given) room.set(id, (room.get(id) ?? 0) - 1);
      readers[project.id] = [...keptReaders(project), ...given];
      go(index + 1);
      for (const id of given) room.set(id, (room.get(id) ?? 0) + 1);
    }
  }
  go(0);
  return found.worth;
}

function subsets(ids: readonly string[], most: number): string[][] {
  const [first, ...rest] = ids;
  if (first === undefined) return [[]];
  const without = subsets(rest, most);
  return [
    ...without,
    ...without.filter(({ length }) => length < most).map((one) => [first, ...one]),
  ];
}

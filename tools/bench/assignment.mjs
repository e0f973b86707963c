// @ts-check
// Measures the time of the solver that assigns projects to evaluators: for a first reading plan, and
// for a second reading plan that starts from the first, after some evaluations have started and some projects were
// added.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { root } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";

const BUDGET_S = 20;
const READINGS = 3;
const SECTORS = 12;
/** @type {[projects: number, evaluators: number][]} */
const SIZES = [
  [500, 20],
  [5_000, 60],
];

/** @typedef {import("../../backend/evaluations/assignment/problem").Problem} Problem */

/**
 * Solves an assignment of projects to evaluators in the product's worker thread. Measures the duration.
 *
 * @param {Problem} problem
 * @returns {Promise<{ readers: Record<string, string[]>, seconds: number }>}
 */
function solve(problem) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const began = performance.now();
  const program = join(root, "backend/evaluations/assignment/solve-thread.ts");
  const worker = new Worker(program, { workerData: problem });
  worker.on("message", (readers) =>
    resolve({ readers, seconds: (performance.now() - began) / 1000 }),
  );
  worker.on("error", reject);
  return promise.finally(() => worker.terminate());
}

/**
 * Returns an assignment problem. Some evaluators read fewer projects, and one project in ten has an evaluator with a
 * conflict of interest.
 *
 * @param {number} projects
 * @param {number} evaluators
 * @returns {Problem}
 */
function problemOf(projects, evaluators) {
  const names = Array.from({ length: evaluators }, (_, index) => `judge ${index}`);
  const share = Math.floor((projects * READINGS) / evaluators / 2);
  return {
    ...{ readings: READINGS, seed: 1 },
    judges: names.map((id, index) => ({
      ...{ id, sectors: [], languages: [], closed: false },
      capacity: index % 5 === 0 ? share : null,
    })),
    projects: Array.from({ length: projects }, (_, index) => ({
      ...{ id: `project ${index}`, sector: `sector ${(index * index) % SECTORS}`, language: "it" },
      out: index % 10 === 0 ? [names[index % evaluators] ?? ""] : [],
      ...{ begun: [], fixed: [], assigned: [] },
    })),
  };
}

export async function measure() {
  const rows = [];
  for (const [projects, evaluators] of SIZES) {
    const problem = problemOf(projects, evaluators);
    const first = await solve(problem);
    const again = await solve({
      ...problem,
      projects: problem.projects.map((project, index) => {
        const assigned = index % 20 === 0 ? [] : (first.readers[project.id] ?? []);
        return { ...project, assigned, begun: assigned.slice(0, index % READINGS) };
      }),
    });
    for (const [name, { readers, seconds }] of /** @type {const} */ ([
      ["first plan", first],
      ["planned again", again],
    ])) {
      /** @type {Map<string, number>} */
      const loads = new Map();
      for (const id of Object.values(readers).flat()) loads.set(id, (loads.get(id) ?? 0) + 1);
      rows.push([
        `${projects} × ${evaluators}, ${name}`,
        `${seconds.toFixed(1)} s`,
        `loads ${Math.min(...loads.values())} to ${Math.max(...loads.values())}`,
        `${Object.values(readers).filter(({ length }) => length < READINGS).length} short`,
        seconds < BUDGET_S ? "" : "OVER BUDGET",
      ]);
    }
  }
  console.log(`Who reads what, ${READINGS} readings a project (budget ${BUDGET_S} s)`);
  console.log(table(rows));
}

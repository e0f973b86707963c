import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Problem, Readers } from "./problem";

/** Program of the solver's thread. Node.js runs the TypeScript file directly, without a build step. */
const PROGRAM = "backend/evaluations/assignment/solve-thread.ts";

/** Calculates the assignment of projects to evaluators in a separate thread, so that other requests do not wait. */
export function solveInThread(problem: Problem): Promise<Readers> {
  const { promise, resolve, reject } = Promise.withResolvers<Readers>();
  const program = join(/* turbopackIgnore: true */ process.cwd(), PROGRAM);
  const worker = new Worker(/* turbopackIgnore: true */ program, {
    workerData: problem,
    env: { NODE_ENV: "production" },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdout: true,
  });
  worker.on("message", resolve);
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`the thread ended with ${code} without an answer`)));
  return promise.finally(() => worker.terminate());
}

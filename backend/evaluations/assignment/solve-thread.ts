import { parentPort, workerData } from "node:worker_threads";
import { solve } from "./solve.ts";

// This thread solves one assignment problem and posts the evaluators of each project.

parentPort?.postMessage(await solve(workerData));

import { parentPort, workerData } from "node:worker_threads";
import { solve } from "./solve.ts";

// The thread that hands out readings: it reads one problem and says who reads what.

parentPort?.postMessage(await solve(workerData));

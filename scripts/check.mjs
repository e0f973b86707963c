// @ts-check
// Runs `npm run check`: format, lint, layers, types, and unused code.
import { join } from "node:path";
import { live } from "./process/lifecycle.mjs";
import { endRecorded } from "./process/processes.mjs";
import { prepare } from "./run/install.mjs";
import { data } from "./run/paths.mjs";
import { check } from "./test/stages.mjs";

const runFolder = join(data, "run", `check-${process.pid}`);

await prepare();
await live(
  async () => ((await check(runFolder)).failed === 0 ? 0 : 1),
  async () => {
    await endRecorded(runFolder);
  },
  { interrupted: 130 },
);

// @ts-check
// Runs `npm run check`: format, lint, layers, types, and unused code.
import { join } from "node:path";
import { prepare } from "./launcher/install.mjs";
import { data } from "./launcher/paths.mjs";
import { live } from "./processes/lifecycle.mjs";
import { endRecorded } from "./processes/processes.mjs";
import { check } from "./testing/stages.mjs";

const runFolder = join(data, "run", `check-${process.pid}`);

await prepare();
await live(
  async () => ((await check(runFolder)).failed === 0 ? 0 : 1),
  async () => {
    await endRecorded(runFolder);
  },
  { interrupted: 130 },
);

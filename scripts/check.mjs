// `npm run check`: format, lint, floors, types, nothing unused.
import { join } from "node:path";
import { prepare } from "./launcher/install.mjs";
import { live } from "./launcher/lifecycle.mjs";
import { data } from "./launcher/paths.mjs";
import { endRecorded } from "./launcher/processes.mjs";
import { check } from "./launcher/stages.mjs";

const runFolder = join(data, "run", `check-${process.pid}`);

await prepare();
await live(
  async () => ((await check(runFolder)).failed === 0 ? 0 : 1),
  async () => {
    await endRecorded(runFolder);
  },
  { interrupted: 130 },
);

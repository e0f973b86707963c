// @ts-check
// The comparison for the first load of pages: the same version of Next with one empty page.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { logs, root } from "../../../scripts/launcher/paths.mjs";
import { anyPort } from "../../../scripts/processes/ports.mjs";
import { pause, runChild, startChild } from "../../../scripts/processes/processes.mjs";

/**
 * The packages that `next build` needs. Each is linked separately, because Turbopack rejects a node_modules folder that
 * is a link.
 */
const PACKAGES = [
  ...["next", "@next", "@swc", "react", "react-dom", "scheduler", "styled-jsx", "client-only"],
  ...["postcss", "nanoid", "picocolors", "source-map-js", "caniuse-lite"],
  ...["baseline-browser-mapping", "@img", "sharp", "detect-libc", "semver"],
];
const FILES = {
  "package.json": '{"private":true,"type":"module"}',
  "package-lock.json": '{"lockfileVersion":3,"packages":{}}',
  // Without these files, Next would read the configuration in a parent folder and build that project.
  "next.config.mjs":
    "const root = import.meta.dirname;\nexport default { turbopack: { root }, outputFileTracingRoot: root };",
  "app/layout.js":
    'export const metadata = { title: "Empty" };\nexport default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  "app/page.js": "export default () => <h1>Empty</h1>;",
};

/**
 * Builds an empty page with Next in the run's folder and serves it. Resolves to its URL.
 *
 * @param {import("../../../scripts/testing/test-stack.mjs").TestRun} run
 */
export async function startBareNext({ folder, runFolder }) {
  const app = join(folder, "bare-next");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(app, name)), { recursive: true });
    writeFileSync(join(app, name), text);
  }
  for (const name of PACKAGES.filter((each) => existsSync(join(root, "node_modules", each)))) {
    const to = join(app, "node_modules", name);
    mkdirSync(dirname(to), { recursive: true });
    execFileSync("cp", ["-al", join(root, "node_modules", name), to]);
  }
  const next = join(app, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const options = { cwd: app, env, log: join(logs, "bench-bare-next.log") };
  if (!(await runChild(runFolder, "bare-build", process.execPath, [next, "build"], options))) {
    throw new Error("the empty page could not be built: see .data/logs/bench-bare-next.log");
  }
  const port = await anyPort();
  const args = [next, "start", "--port", String(port)];
  startChild(runFolder, "bare-next", process.execPath, args, options);
  const address = `http://localhost:${port}/`;
  while (!(await fetch(address).catch(() => null))?.ok) await pause(100);
  return address;
}

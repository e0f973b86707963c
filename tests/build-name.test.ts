import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants";
import { expect, test, vi } from "vitest";
import { testFolder } from "./support/folder";

/** Returns the exports of next.config.ts for a build folder with the given deployment ID. */
async function configOver(deploymentId: string | undefined, phase: string) {
  const folder = await testFolder("build-name");
  const built = { config: { deploymentId } };
  writeFileSync(join(folder, "required-server-files.json"), JSON.stringify(built));
  vi.resetModules();
  vi.stubEnv("NEXT_DIST_DIR", folder);
  const { default: config } = await import("@/next.config");
  return config(phase);
}

test("a server has the name of its build, or none for a build without a name", async () => {
  expect((await configOver("v1_2-x", PHASE_PRODUCTION_SERVER)).deploymentId).toBe("v1_2-x");
  expect(await configOver(undefined, PHASE_PRODUCTION_SERVER)).not.toHaveProperty("deploymentId");
});

test("a build does not take over the name of the previous one", async () => {
  expect(await configOver("v1_2-x", PHASE_PRODUCTION_BUILD)).not.toHaveProperty("deploymentId");
});

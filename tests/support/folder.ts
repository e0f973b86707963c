import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, inject } from "vitest";

/**
 * A separate folder for one test file, removed afterwards. It is in the run's folder, on the disk
 * the clone is on: the system's temporary folder may be too small for the back end to take uploads.
 */
export async function testFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject("testFolder"), `${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

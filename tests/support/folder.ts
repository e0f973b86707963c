import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, inject } from "vitest";

/**
 * Creates a folder for one test file and deletes it after the tests. The folder is inside the test run's folder,
 * because the system's temporary folder can be too small for uploads.
 */
export async function testFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject("testFolder"), `${name}-`));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

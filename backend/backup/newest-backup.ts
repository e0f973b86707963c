import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { failedTrial, readManifest } from "./manifest";

/**
 * Returns the instant of the newest complete backup among a folder's subfolders; undefined if there is none. Ignores
 * backups whose trial restore failed.
 */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const instants: number[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const manifest = await readManifest(join(folder, name)).catch(() => null);
    if (manifest && !(await failedTrial(join(folder, name))))
      instants.push(Date.parse(manifest.madeAt));
  }
  return instants.length > 0 ? new Date(Math.max(...instants)) : undefined;
}

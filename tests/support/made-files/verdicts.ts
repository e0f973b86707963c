import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect } from "vitest";
import { createCheckFile } from "@/backend/files/check/check-file";
import type { Checked } from "@/backend/files/check/check-job";
import { LIMITS } from "@/backend/files/check/check-process";
import { Failure } from "@/backend/http/failure";
import type { FileField } from "@/contract/project/project-fields";
import { measureChildren, noCosts, printCosts } from "../child-costs";
import { testFolder } from "../folder";

/**
 * Maximum megabytes of a checking process in these tests. The value is above the process's limit of 768 MB, because the
 * process can exceed the limit until its memory is measured again.
 */
const MEGABYTES_MAX = 1024;

export type Verdict = string | Checked;

/**
 * Creates a file check with a separate folder for its files.
 *
 * @param facts the facts that results include besides the file type
 */
export async function fileVerdicts(
  name: string,
  facts: readonly ("pages" | "duration" | "codec" | "soundCodec")[],
) {
  const check = createCheckFile(pino({ level: "silent" }));
  const folder = await testFolder(name);
  const costs = noCosts();
  const checkFile = (upload: Parameters<typeof check>[0]) =>
    measureChildren(costs, `${upload.field} ${upload.name}`, /check-child/, () => check(upload));
  afterAll(() => {
    printCosts(`File checks of "${name}"`, costs);
    expect(costs.seconds[0]).toBeLessThan(LIMITS.seconds + 1);
    expect(costs.megabytes[0]).toBeLessThan(MEGABYTES_MAX);
  });

  /**
   * Returns the result of the file check: the error code of a refused file, or the type and facts of an accepted file.
   */
  async function verdictOf(field: FileField, name: string, bytes: Buffer): Promise<Verdict> {
    const path = join(await mkdtemp(join(folder, "file-")), "0a");
    await writeFile(path, bytes);
    try {
      const checked = await checkFile({ path, field, name, account: "one" });
      const told = facts.filter((fact) => checked[fact] !== undefined);
      return {
        type: checked.type,
        ...Object.fromEntries(told.map((fact) => [fact, checked[fact]])),
      };
    } catch (error) {
      if (error instanceof Failure) return error.code;
      throw error;
    }
  }
  /** Returns the error code and the reason of a refused file. Null for an accepted file. */
  async function refusalOf(field: FileField, name: string, bytes: Buffer) {
    const path = join(await mkdtemp(join(folder, "file-")), "0a");
    await writeFile(path, bytes);
    try {
      await checkFile({ path, field, name, account: "one" });
      return null;
    } catch (error) {
      if (error instanceof Failure) return { code: error.code, ...error.details.file };
      throw error;
    }
  }
  return { checkFile, folder, verdictOf, refusalOf };
}

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { createCheckFile } from "@/backend/files/check/check-file";
import { Failure } from "@/backend/http/failure";
import type { FileField } from "@/contract/project/project-fields";
import { testFolder } from "../folder";

export type Verdict = string | { type: string; pages?: number; duration?: number };

/**
 * A file check and a folder for its files.
 *
 * @param facts what its verdicts tell about a file besides its type
 */
export async function fileVerdicts(name: string, facts: readonly ("pages" | "duration")[]) {
  const checkFile = createCheckFile(pino({ level: "silent" }));
  const folder = await testFolder(name);

  /** The check's verdict on a file: the code of its refusal, or what it is. */
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
  return { checkFile, folder, verdictOf };
}

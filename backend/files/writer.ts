import { randomUUID } from "node:crypto";
import { constants, copyFile, rename, rm, stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import { uploadPath } from "./under-way";

/**
 * Maximum number of uploads for which this process remembers that it is the writer. The process takes over a forgotten
 * upload again.
 */
const KEPT = 1000;

export type Writers = ReturnType<typeof createWriters>;

/**
 * Ensures that only one process writes an upload's bytes, although several processes share the folder (tus locks only
 * in memory). The upload's row names the writing process. To take over, another process writes its name into the row
 * and continues with a copy of the bytes. Late writes of the former process then go to an unused file, so no process
 * waits for a crashed process. A process without access to the bytes answers 404, and the client starts the upload
 * again.
 */
export function createWriters({ db, config }: Pick<Dependencies, "db" | "config">) {
  const me = randomUUID();
  /** Ids of the uploads whose file this process created. */
  const own = new Set<string>();
  const taking = new Map<string, Promise<void>>();

  /** Records that this process created an upload's file. */
  function keep(id: string): void {
    own.delete(id);
    const [oldest] = own;
    if (own.size >= KEPT && oldest !== undefined) own.delete(oldest);
    own.add(id);
  }

  /** Makes this process the only writer of an upload. */
  function take({ id, writer }: { id: string; writer: string | null }): Promise<void> {
    const already = taking.get(id);
    if (already) return already;
    if (writer === me && own.has(id)) return Promise.resolve();
    const run = takeOver(id).finally(() => taking.delete(id));
    taking.set(id, run);
    return run;
  }

  async function takeOver(id: string): Promise<void> {
    const path = uploadPath(config, id);
    if (!(await stat(path).catch(() => null))) fail("not_found");
    own.delete(id);
    // As soon as the row names this process, the former writing process is refused when it opens the file. So the copy
    // contains all bytes that the former process accepted.
    const taken = await db
      .update(uploads)
      .set({ writer: me })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (taken.length === 0) fail("not_found");
    await db.transaction(async (tx) => {
      // Lock the upload's row, so that no other process takes over the upload before the copy of its bytes has replaced
      // the file.
      const [row] = await tx
        .select({ writer: uploads.writer })
        .from(uploads)
        .where(eq(uploads.id, id))
        .for("update");
      if (row?.writer !== me) return fail("upload_conflict");
      const copy = `${path}.${me}`;
      try {
        await copyFile(path, copy, constants.COPYFILE_FICLONE);
        await rename(copy, path);
      } finally {
        await rm(copy, { force: true });
      }
      keep(id);
    });
  }

  /**
   * Reports whether this process is still the writer of an upload. After the process has opened the file, the answer
   * stays valid for that file.
   */
  async function isMine(id: string): Promise<boolean> {
    const [row] = await db
      .select({ writer: uploads.writer })
      .from(uploads)
      .where(eq(uploads.id, id));
    return row?.writer === me;
  }

  return { me, keep, take, isMine, forget: (id: string) => own.delete(id) };
}

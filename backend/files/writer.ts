import { randomUUID } from "node:crypto";
import { constants, copyFile, rename, rm, stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import { uploadPath } from "./under-way";

/** How many uploads are remembered as this process' own; the oldest would be taken over once more. */
const KEPT = 1000;

export type Writers = ReturnType<typeof createWriters>;

/**
 * Makes sure that one process alone writes an upload's bytes, however many share the folder (tus' own lock is in
 * memory). The upload's row names that process; another one takes over by putting its name there and going on with a
 * copy of the bytes, so that whatever the former still writes goes where nobody looks. Nothing waits for a process that
 * has died, and nothing depends on how long it pauses. A process whose folder has no such bytes says 404:
 * the client then begins again.
 */
export function createWriters({ db, config }: Pick<Dependencies, "db" | "config">) {
  const me = randomUUID();
  /** Uploads whose file this process made itself. */
  const own = new Set<string>();
  const taking = new Map<string, Promise<void>>();

  /** An upload's file is this process' own from here on. */
  function keep(id: string): void {
    own.delete(id);
    const [oldest] = own;
    if (own.size >= KEPT && oldest !== undefined) own.delete(oldest);
    own.add(id);
  }

  /** Makes this process the one that writes an upload. */
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
    // From here on the former writer is refused whatever it opens, so nothing it writes is in what is copied later.
    const taken = await db
      .update(uploads)
      .set({ writer: me })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (taken.length === 0) fail("not_found");
    await db.transaction(async (tx) => {
      // Under the row's lock: nobody takes over in turn before the copy is in place.
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

  /** Whether this process is still the writer: asked with the file open, it stays true of that file. */
  async function isMine(id: string): Promise<boolean> {
    const [row] = await db
      .select({ writer: uploads.writer })
      .from(uploads)
      .where(eq(uploads.id, id));
    return row?.writer === me;
  }

  return { me, keep, take, isMine, forget: (id: string) => own.delete(id) };
}

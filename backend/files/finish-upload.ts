import { randomUUID } from "node:crypto";
import { copyFile, link, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { Failure, fail } from "../http/failure";
import { recordEvent } from "../project/timeline";
import type { CheckFile } from "./check-file";
import { detachFile } from "./detach-file";
import { hashOf, storedPath, syncToDisk } from "./stored-path";
import type { Tus } from "./tus";

type Upload = typeof uploads.$inferSelect;
type Accepted = { type: string; pages?: number; duration?: number; size: number; sha256: string };

/** Refusals that are the file's own fault: it is forgotten, and choosing it again sends it again. */
const isVerdict = (error: unknown): error is Failure =>
  error instanceof Failure && error.status < 500;

/**
 * Makes `finish`: checks a complete upload and makes it the field's File, under the upload's id.
 * Whoever finds an upload complete calls it (the last PATCH, or a HEAD after a crash); two calls at
 * once share one run. Every step can be repeated: dying anywhere loses nothing and doubles nothing.
 */
export function createFinish({ db, config }: Dependencies, tus: Tus, checkFile: CheckFile) {
  const running = new Map<string, Promise<void>>();

  return function finish(upload: Upload, at: Date): Promise<void> {
    const already = running.get(upload.id);
    if (already) return already;
    const run = finishOnce(upload, at).finally(() => running.delete(upload.id));
    running.set(upload.id, run);
    return run;
  };

  async function finishOnce(upload: Upload, at: Date): Promise<void> {
    try {
      const accepted = await accept(upload);
      const replaced = await db.transaction((tx) => attach(tx, upload, accepted, at));
      await Promise.all(replaced.map((id) => rm(storedPath(config, id), { force: true })));
      await tus.drop(upload.id);
    } catch (error) {
      if (!isVerdict(error)) throw error;
      // Another process may have come to a better end meanwhile: what is accepted stays.
      const [gone] = await db
        .delete(uploads)
        .where(and(eq(uploads.id, upload.id), isNull(uploads.finishedAt)))
        .returning({ id: uploads.id });
      const [accepted] = gone
        ? []
        : await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, upload.id));
      if (accepted) return;
      if (gone) {
        const { projectId, field, name } = upload;
        await recordEvent(db, projectId, "file_refused", at, { field, name, code: error.code });
        await tus.drop(upload.id);
        await rm(storedPath(config, upload.id), { force: true });
      }
      throw error;
    }
  }

  /** Checks the bytes and puts them where accepted files lie, safe on disk before any row says so. */
  async function accept({ id, field, name, size }: Upload): Promise<Accepted> {
    const path = tus.pathOf(id);
    if ((await stat(path)).size !== size) {
      fail("unavailable", { message: "bytes are missing", retryAfter: 5 });
    }
    // A logo is written anew, so the bytes to keep and to count are other ones than these.
    const [{ rewritten, type, pages, duration }, hash] = await Promise.all([
      checkFile({ path, field, name }),
      field === "logo" ? null : tus.sha256(id, size),
      field === "logo" ? null : tus.sync(id),
    ]);
    const target = storedPath(config, id);
    const ready = rewritten ?? (await secondName(path));
    if (rewritten) await syncToDisk(rewritten);
    // Young again, so that no sweep takes it before its row is there.
    const now = new Date();
    await utimes(ready, now, now);
    await rename(ready, target);
    await syncToDisk(dirname(target));
    const stored = await stat(target);
    return { type, pages, duration, size: stored.size, sha256: hash ?? (await hashOf(target)) };
  }
}

/** Another name for the same bytes: tus' own goes when the row is there, not before. */
async function secondName(path: string): Promise<string> {
  const second = `${path}.${randomUUID()}`;
  // Some disks know no second names: then a copy, which is another file to be made safe.
  await link(path, second).catch(async () => {
    await copyFile(path, second);
    await syncToDisk(second);
  });
  return second;
}

/** The row of an accepted file, in place of the field's former one. Ids of bytes to delete after. */
async function attach(
  tx: Executor,
  upload: Upload,
  { size, sha256, type, pages, duration }: Accepted,
  at: Date,
): Promise<string[]> {
  const { id, projectId, field, name } = upload;
  const [row] = await tx
    .select({ project: projects, afterSending: editions.afterSending })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.id, projectId))
    .for("update", { of: projects });
  const [current] = await tx.select().from(uploads).where(eq(uploads.id, id));
  if (!row || !current) return fail("not_found");
  if (current.finishedAt) return [];
  // Sent while the bytes were on their way.
  if (row.afterSending === "locked" && row.project.sentVersion !== null)
    fail("locked_after_sending");

  const former = await tx
    .select()
    .from(files)
    .where(and(eq(files.projectId, projectId), eq(files.field, field), isNull(files.detachedAt)));
  const replaced: string[] = [];
  for (const file of former) replaced.push(...(await detachFile(tx, file, at)));
  await tx.insert(files).values({
    id,
    projectId,
    field,
    name,
    size,
    type,
    sha256,
    pages: pages ?? null,
    duration: duration ?? null,
    uploadedAt: at,
  });
  await tx.update(uploads).set({ finishedAt: at }).where(eq(uploads.id, id));
  await raiseVersion(tx, row.project, at);
  await recordEvent(tx, projectId, "file_uploaded", at, { field, name });
  return replaced;
}

/** Uploads and deletions raise the version as saves do; the first of them makes the application. */
export async function raiseVersion(
  tx: Executor,
  project: { id: string; version: number },
  at: Date,
): Promise<void> {
  await tx
    .update(projects)
    .set({ version: project.version + 1, savedAt: at })
    .where(eq(projects.id, project.id));
  if (project.version === 0) await recordEvent(tx, project.id, "created", at);
}

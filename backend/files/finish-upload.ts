import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { fileRule } from "@/contract/project/file-rules";
import { extensionOf } from "@/contract/project/uploads";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { Failure, fail } from "../http/failure";
import { recordEvent } from "../project/timeline";
import { hashOf } from "../store/hash";
import type { CheckFile } from "./check/check-file";
import type { Checked } from "./check/check-job";
import { detachFile } from "./detach-file";
import { forgetBytes } from "./erase-bytes";
import { releaseFormer } from "./quota";
import type { Tus } from "./tus";

type Upload = typeof uploads.$inferSelect;
/**
 * Maximum number of check results kept for accepted uploads while the file store is unreachable. The oldest result is
 * dropped first.
 */
const WAITING_MAX = 1000;

type Accepted = Checked & { size: number; sha256: string };

/**
 * Reports whether an error means that the file itself is refused. A refused upload is deleted, so choosing the file
 * again uploads it again.
 */
export const isVerdict = (error: unknown): error is Failure =>
  error instanceof Failure && error.status < 500 && error.status !== 429;

/**
 * Creates `finish`, which checks a complete upload and attaches it to its application field, as a file with the
 * upload's id. The last PATCH request calls `finish`, or a HEAD request after a crash. Two parallel calls share one
 * run. Every step is idempotent, so a crash neither loses nor duplicates a file.
 */
export function createFinish(
  { db, config, store, log, counts }: Dependencies,
  tus: Tus,
  checkFile: CheckFile,
) {
  const running = new Map<string, Promise<void>>();
  /**
   * Check results of accepted uploads while the file store is unreachable, so that a retry need not check the file
   * again.
   */
  const waiting = new Map<string, Accepted>();

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
      const replaced = await db.transaction((tx) => attach(tx, upload, accepted, at, config));
      counts.upload("accepted");
      await forgetBytes({ store, log }, replaced);
      await tus.drop(upload.id);
    } catch (error) {
      if (!isVerdict(error)) throw error;
      // Deletes only an unfinished upload, because another process could have accepted the file meanwhile.
      const [gone] = await db
        .delete(uploads)
        .where(and(eq(uploads.id, upload.id), isNull(uploads.finishedAt)))
        .returning({ id: uploads.id });
      const [accepted] = gone
        ? []
        : await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, upload.id));
      if (accepted) return;
      if (gone) {
        counts.upload(error.code);
        const { projectId, field, name } = upload;
        await recordEvent(db, projectId, "file_refused", at, {
          field,
          name,
          code: error.code,
          ...error.details.file,
        });
        await tus.drop(upload.id);
        await forgetBytes({ store, log }, [upload.id]);
      }
      throw error;
    }
  }

  /** Checks the bytes of an upload and stores them durably in the file store, before a database row refers to them. */
  async function accept(upload: Upload): Promise<Accepted> {
    const path = tus.pathOf(upload.id);
    const { ino, size } = await stat(path);
    if (size !== upload.size) {
      fail("unavailable", { message: "bytes are missing", retryAfter: 5 });
    }
    const accepted = await checkAndKeep(upload, path);
    // Another instance could have taken over the upload and replaced the file with a copy that lacks the last bytes.
    // Accept only if the file on disk is still the checked file; otherwise the client retries.
    const now = await stat(path).catch(() => null);
    if (now && now.ino !== ino) {
      fail("unavailable", { message: "another node goes on with it", retryAfter: 1 });
    }
    return accepted;
  }

  async function checkAndKeep(upload: Upload, path: string): Promise<Accepted> {
    const { id, userId, field, name, size } = upload;
    const known = waiting.get(id);
    if (known) {
      await store.put(id, path);
      waiting.delete(id);
      return known;
    }
    // The stored file is the re-encoded picture, so its bytes are hashed and measured instead of the upload's bytes.
    const isKept = fileRule(field).holds !== "picture";
    const [{ rewritten, ...checked }, hash] = await Promise.all([
      checkFile({ path, field, name, account: userId }),
      isKept ? tus.sha256(id, size) : null,
      isKept ? tus.sync(id) : null,
    ]);
    const whole = rewritten ?? path;
    const kept = {
      size: (await stat(whole)).size,
      sha256: hash ?? (await hashOf(createReadStream(whole))),
    };
    const accepted = { ...checked, ...kept };
    await store.put(id, whole).catch((error) => {
      const [oldest] = waiting.keys();
      if (waiting.size >= WAITING_MAX && oldest !== undefined) waiting.delete(oldest);
      if (!rewritten) waiting.set(id, accepted);
      throw error;
    });
    // The upload's bytes are deleted only after the file's row exists. If the bytes were deleted first, a HEAD request
    // before the row exists would not find the file.
    return accepted;
  }
}

/**
 * Inserts the row of an accepted file and replaces the former file of the application field. Returns the ids of files
 * whose bytes must be deleted.
 */
async function attach(
  tx: Executor,
  upload: Upload,
  { size, sha256, type, pages, duration, codec, soundCodec }: Accepted,
  at: Date,
  config: BackendConfig,
): Promise<string[]> {
  const { id, projectId, field } = upload;
  const name = fileRule(field).holds === "picture" ? pictureName(upload.name, type) : upload.name;
  const [row] = await tx
    .select({ project: projects, afterSending: editions.afterSending })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.id, projectId))
    .for("update", { of: projects });
  const [current] = await tx.select().from(uploads).where(eq(uploads.id, id));
  if (!row || !current) return fail("not_found");
  if (current.finishedAt) return [];
  // The applicant submitted the application while the bytes of the upload were arriving. If the edition locks
  // applications after sending, the application accepts no more files.
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
    codec: codec ?? null,
    soundCodec: soundCodec ?? null,
    uploadedAt: at,
  });
  await tx.update(uploads).set({ finishedAt: at }).where(eq(uploads.id, id));
  await raiseVersion(tx, row.project, at);
  await recordEvent(tx, projectId, "file_uploaded", at, { field, name });
  return [...replaced, ...(await releaseFormer(tx, projectId, config))];
}

/** Returns the name of a picture with the extension of its re-encoded format. */
function pictureName(name: string, type: string): string {
  const extension = `.${type.slice("image/".length).replace("jpeg", "jpg")}`;
  return extensionOf(name) === extension ? name : name.slice(0, name.lastIndexOf(".")) + extension;
}

/** Increments the draft's version, as a save does. For a new application, also records its creation in the timeline. */
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

import { and, eq, isNull } from "drizzle-orm";
import { lateCues } from "@/contract/project/captions";
import { fileRule } from "@/contract/project/file-rules";
import type * as contract from "@/contract/project/project";
import type { Executor } from "../db/connect";
import { editions, files, projects } from "../db/schema/applications";
import { fail } from "../http/failure";
import { readId } from "../http/parse";
import type { Call } from "../http/serve";
import { canonicalJson } from "../project/receipt/canonical";
import { recordEvent, updateAndNote } from "../project/timeline";
import { requireChangeable, requireVersion } from "../project/write-rules";
import { detachFile } from "./detach-file";
import { forgetBytes } from "./erase-bytes";
import { raiseVersion } from "./finish-upload";
import { sendFileAs } from "./renditions/read-renditions";

/** Returns the SQL condition for a file with the given id and owner. Files of other users do not match. */
const owned = (id: string, userId: string) =>
  and(eq(files.id, id), eq(projects.userId, userId), isNull(files.detachedAt));

/** Returns the bytes of one of the caller's files, or of its rendition (a copy that browsers can display). */
export async function sendOwnFile(call: Call<typeof contract.getProjectFile>): Promise<Response> {
  const [row] = await call.db
    .select({ file: files })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(owned(readId(call.params.id), call.caller.id));
  if (!row) return fail("not_found");
  const { captions, ...file } = row.file;
  return sendFileAs(call, { ...file, ...(captions && { captions }) });
}

/**
 * Returns one of the caller's files with its application, and locks the application's row. Returns undefined for files
 * of other users.
 */
async function lockOwnFile(tx: Executor, id: string, userId: string) {
  const [row] = await tx
    .select({ file: files, project: projects, edition: editions })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(owned(readId(id), userId))
    .for("update", { of: projects });
  return row;
}

/** Removes one of the caller's files from its application field. Deletes the bytes if no submission refers to them. */
export async function deleteOwnFile(
  call: Call<typeof contract.deleteProjectFile>,
): Promise<boolean> {
  const { arrivedAt, caller, config, db } = call;
  const { id } = call.params;
  const gone = await db.transaction(async (tx) => {
    const row = await lockOwnFile(tx, id, caller.id);
    if (!row) return null;
    requireChangeable(row.edition, row.project, arrivedAt, config);
    await requireVersion(tx, row.project, call);
    const { field, name } = row.file;
    const ids = await detachFile(tx, row.file, arrivedAt);
    await raiseVersion(tx, row.project, arrivedAt);
    await recordEvent(tx, row.project.id, "file_deleted", arrivedAt, { field, name });
    return ids;
  });
  if (gone === null) return false;
  await forgetBytes(call, gone);
  return true;
}

/**
 * Replaces the captions of one of the caller's videos, which counts as a save of the application. Fails with
 * `after_end` for a caption that starts after the end of the video. If the captions are unchanged, a sent application
 * stays sent.
 */
export async function saveCaptions(call: Call<typeof contract.saveCaptions>): Promise<void> {
  const { arrivedAt, body, caller, config, db, params } = call;
  await db.transaction(async (tx) => {
    const row = await lockOwnFile(tx, params.id, caller.id);
    if (!row || fileRule(row.file.field).holds !== "video") return fail("not_found");
    const { file, project, edition } = row;
    requireChangeable(edition, project, arrivedAt, config);
    await requireVersion(tx, project, call);
    const late = lateCues(body.cues, file.duration);
    if (Object.keys(late).length > 0) return fail("invalid_fields", { fields: late });
    const captions = body.cues.length > 0 ? body : null;
    if (canonicalJson(captions) === canonicalJson(file.captions)) return;
    await tx.update(files).set({ captions }).where(eq(files.id, file.id));
    const update = tx
      .update(projects)
      .set({ version: project.version + 1, savedAt: arrivedAt })
      .where(eq(projects.id, project.id))
      .returning({ id: projects.id });
    await updateAndNote(tx, update, project.id, arrivedAt.toISOString());
  });
}

import { and, eq, isNull } from "drizzle-orm";
import type { deleteProjectFile, getProjectFile } from "@/contract/project/project";
import { editions, files, projects } from "../db/schema/applications";
import { fail } from "../http/failure";
import { readId } from "../http/parse";
import { sendFile } from "../http/send-file";
import type { Call } from "../http/serve";
import { recordEvent } from "../project/timeline";
import { requireChangeable, requireVersion } from "../project/write-rules";
import { detachFile } from "./detach-file";
import { forgetBytes } from "./erase-bytes";
import { raiseVersion } from "./finish-upload";

/** Returns the SQL condition for a file by id and owner. Files of other users count as missing. */
const owned = (id: string, userId: string) =>
  and(eq(files.id, id), eq(projects.userId, userId), isNull(files.detachedAt));

/** Returns the bytes of one of the caller's files. */
export async function sendOwnFile(call: Call<typeof getProjectFile>): Promise<Response> {
  const [row] = await call.db
    .select({ file: files })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(owned(readId(call.params.id), call.caller.id));
  if (!row) return fail("not_found");
  return sendFile(call.request, row.file, call.store);
}

/** Removes one of the caller's files from its field. Deletes the bytes if no submission refers to them. */
export async function deleteOwnFile(call: Call<typeof deleteProjectFile>): Promise<boolean> {
  const { arrivedAt, caller, config, db } = call;
  const id = readId(call.params.id);
  const gone = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ file: files, project: projects, edition: editions })
      .from(files)
      .innerJoin(projects, eq(projects.id, files.projectId))
      .innerJoin(editions, eq(editions.id, projects.editionId))
      .where(owned(id, caller.id))
      .for("update", { of: projects });
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

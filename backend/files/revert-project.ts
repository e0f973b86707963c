import { and, eq } from "drizzle-orm";
import type { revertProject as contract } from "@/contract/project/project";
import { FILE_FIELDS, SAVED_FIELDS } from "@/contract/project/project-fields";
import type { Draft, Project } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { files, projects } from "../db/schema/applications";
import { currentEdition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { dropReminders } from "../mail/outbox";
import { readProjectAnswer } from "../project/project-answer";
import { attachedFiles, isSent, lockProject, sentVersionOf } from "../project/stored-project";
import { recordEvent } from "../project/timeline";
import { requireChangeable, requireVersion } from "../project/write-rules";
import { detachFile } from "./detach-file";
import { forgetBytes } from "./erase-bytes";

/**
 * Discards all changes since the last submission. Restores the texts and files that evaluators see, so the receipt
 * stays valid. Fails with 404 if there is no submission.
 */
export async function revertProject(call: Call<typeof contract>) {
  const { db, caller, arrivedAt, config } = call;
  const { answer, gone } = await db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    const project = await lockProject(tx, edition.id, caller.id);
    const sent = project && isSent(project) ? await sentVersionOf(tx, project.id) : null;
    if (!project || !sent) return fail("not_found");
    requireChangeable(edition, project, arrivedAt, config);
    await requireVersion(tx, project, call);
    const gone = await attachAsSent(tx, project.id, sent, arrivedAt);
    const version = project.version + 1;
    await tx
      .update(projects)
      .set({ fields: draftOf(sent), version, sentVersion: version, savedAt: arrivedAt })
      .where(eq(projects.id, project.id));
    await dropReminders(tx, { projectId: project.id });
    await recordEvent(tx, project.id, "reverted", arrivedAt);
    return { answer: await readProjectAnswer(tx, caller.id, arrivedAt, config), gone };
  });
  await forgetBytes(call, gone);
  return answer;
}

/** Returns the fields of an application that a draft contains. */
function draftOf(project: Project): Draft {
  return Object.fromEntries(SAVED_FIELDS.map((field) => [field, project[field]])) as Draft;
}

/**
 * Restores the file and captions of each application field from the submission. Returns the ids of files whose bytes
 * are no longer needed.
 */
async function attachAsSent(
  tx: Executor,
  projectId: string,
  sent: Project,
  at: Date,
): Promise<string[]> {
  const held = FILE_FIELDS.flatMap((field) => sent[field] ?? []);
  const ids = held.map(({ id }) => id);
  const gone: string[] = [];
  for (const file of await attachedFiles(tx, projectId)) {
    if (!ids.includes(file.id)) gone.push(...(await detachFile(tx, file, at)));
  }
  for (const file of held) {
    await tx
      .update(files)
      .set({ detachedAt: null, captions: file.captions ?? null })
      .where(and(eq(files.projectId, projectId), eq(files.id, file.id)));
  }
  return gone;
}

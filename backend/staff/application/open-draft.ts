import type { openDraft as contract } from "@/contract/staff/application";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Call } from "../../http/serve";
import { attachedFiles, toProject } from "../../project/stored-project";
import { actionContextFor } from "../action-context";
import { projectOf } from "../project-of";

/**
 * Returns the current content of a draft to a staff member who gives a reason. The same transaction writes the
 * reason to the audit log.
 */
export async function openDraft({ db, caller, params, body, now }: Call<typeof contract>) {
  return db.transaction(async (tx) => {
    const { project, edition } = await projectOf(tx, params.id);
    const draft = toProject(project, await attachedFiles(tx, project.id));
    await appendAuditEntry(tx, actionContextFor(caller, body.reason, now()), {
      act: "application.open-draft",
      target: { ...editionTarget(edition), user: project.userId },
    });
    return { saved_at: (project.savedAt ?? project.createdAt).toISOString(), project: draft };
  });
}

import type { writeNote as contract } from "@/contract/staff/application";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Call } from "../../http/serve";
import { actionContextFor } from "../action-context";
import { projectOf } from "../project-of";

/**
 * Writes a note about an application to the audit log, as the entry's reason. No user can change a note.
 * Erasing the applicant also erases the note.
 */
export async function writeNote({ db, caller, params, body, now }: Call<typeof contract>) {
  const { project, edition } = await projectOf(db, params.id);
  await appendAuditEntry(db, actionContextFor(caller, body.text, now()), {
    act: "application.note",
    target: { ...editionTarget(edition), user: project.userId },
  });
}

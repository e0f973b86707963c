import { saveProject } from "@/contract/project";
import type { ProjectAnswer, SaveReport } from "@/contract/project-schemas";
import { call } from "@/lib/api/call";
import { type Applicant, payloadUser, projectHash, pushSaveEvent } from "./analytics";
import type { DraftOptions } from "./draft-state";
import type { Values } from "./draft-values";

/**
 * Sends saves as the contract has them, always with the version they build on. An explicit one tells
 * the data layer first, and carries the same event id, who saves and the pixel's ids.
 */
export function createSender(user: Applicant, locale: string): DraftOptions["send"] {
  let told: string | undefined;
  return async (values, { version, explicit }) => {
    const headers = { "If-Match": String(version) };
    if (!explicit) return call(saveProject, { locale, headers, body: values });
    const eventId = await projectHash(values);
    // A repeated try of the same save is the same event.
    if (eventId === undefined || eventId !== told) pushSaveEvent(user, eventId);
    told = eventId;
    const body = { ...values, user: payloadUser(user), ...(eventId && { event_id: eventId }) };
    return call(saveProject, { locale, headers, body });
  };
}

/** The known answer after a save of ours: no need to read it again to show what was just stored. */
export function withSaved(known: ProjectAnswer, report: SaveReport, stored: Values): ProjectAnswer {
  return {
    ...known,
    project: { ...known.project, ...stored },
    projectVersion: report.projectVersion,
    projectSavedAt: report.projectSavedAt,
    projectUnsent: known.projectSent,
  };
}

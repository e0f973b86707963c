import type { BodyOf } from "@/contract/endpoint";
import { saveProject } from "@/contract/project";
import type { ProjectAnswer, SaveReport } from "@/contract/project-schemas";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { type Applicant, payloadUser, projectHash, pushSaveEvent } from "./analytics";
import type { DraftOptions } from "./draft-state";
import type { Values } from "./draft-values";

/** The longest wait for the answer to a save, ms: a text is small, so a longer silence is an outage. */
const PATIENCE = 20_000;

/**
 * A save that nothing answers, neither yes nor no: a server that hangs, a line that swallows. It counts
 * as one whose outcome is not known, and is tried again, instead of "saving" for minutes.
 */
async function inTime<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await send(patience.signal);
  } catch (cause) {
    throw patience.signal.aborted ? new ApiError("unavailable", 503, { cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends saves as the contract has them, always with the version they build on. An explicit one tells
 * the data layer first, and carries the same event id, who saves and the pixel's ids.
 */
export function createSender(user: Applicant, locale: string): DraftOptions["send"] {
  let told: string | undefined;
  return async (values, { version, explicit }) => {
    const headers = { "If-Match": String(version) };
    const save = (body: BodyOf<typeof saveProject>) =>
      inTime((signal) => call(saveProject, { locale, headers, body, signal }));
    if (!explicit) return save(values);
    const eventId = await projectHash(values);
    // A repeated try of the same save is the same event.
    if (eventId === undefined || eventId !== told) pushSaveEvent(user, eventId);
    told = eventId;
    const body = { ...values, user: payloadUser(user), ...(eventId && { event_id: eventId }) };
    return save(body);
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

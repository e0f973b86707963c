import { progress, projectStatus } from "@/contract/project/progress";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import type { ApiError } from "@/lib/api/error";

/** Why nothing can be changed; each reason has its own text. */
export type ClosedReason =
  | "deadline_passed"
  | "not_yet_open"
  | "locked_after_sending"
  | "withdrawn";

const CLOSING: readonly string[] = ["deadline_passed", "not_yet_open", "locked_after_sending"];

/** Whether a server response says that nothing is accepted any more, or not yet. */
export function closedBy(error: ApiError | null): ClosedReason | null {
  return error && CLOSING.includes(error.code) ? (error.code as ClosedReason) : null;
}

/** Why the application can only be read; null while it can be changed. */
export function closedReason(answer: ProjectAnswer): ClosedReason | null {
  const current = answer.editions.find(({ year }) => year === answer.edition.year);
  if (current?.state === "not_yet_open") return "not_yet_open";
  if (answer.projectDeadline) return "deadline_passed";
  if (answer.projectWithdrawnAt) return "withdrawn";
  // Where the edition says so (rule application.after-sending).
  if (answer.projectSent && answer.edition.afterSending === "locked") return "locked_after_sending";
  return null;
}

/**
 * Where the application stands, as the overview shows it: its status (rule application.status), refined by
 * what can still be done.
 */
export type Standing =
  | "empty"
  | "partial"
  | "completed"
  | "sent"
  | "sent_changed"
  | "withdrawn"
  | "expired"
  /** The deadline has passed and there is nothing: never begun, or withdrawn and erased. */
  | "missed"
  | "not_yet_open";

/** The standing of an application; sent overrides the others (rule application.status). */
export function standingOf(answer: ProjectAnswer): Standing {
  if (answer.projectWithdrawnAt) return "withdrawn";
  const status = projectStatus(answer.project, answer.projectSent);
  const closed = closedReason(answer);
  // After the deadline, changes can no longer be sent: the sent version is the one that counts.
  if (status === "sent") return answer.projectUnsent && !closed ? "sent_changed" : "sent";
  if (closed === "not_yet_open") return "not_yet_open";
  if (!closed) return status;
  return answer.projectVersion === 0 ? "missed" : "expired";
}

/** How a withdrawn application is described: one that was never sent was deleted, not withdrawn. */
export function withdrawnAs({ projectEverSent }: ProjectAnswer): "withdrawn" | "deleted" {
  return projectEverSent === false ? "deleted" : "withdrawn";
}

/** The percentage of required fields that are filled, rounded to a whole number. */
export function percentFilled(answer: ProjectAnswer): number {
  return progress(answer.project);
}

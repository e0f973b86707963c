import { progress, projectStatus } from "@/contract/progress";
import type { ProjectAnswer } from "@/contract/project-schemas";
import type { ApiError } from "@/lib/api/error";

/** Why nothing can be changed; each has its own text. */
export type ClosedReason =
  | "deadline_passed"
  | "not_yet_open"
  | "locked_after_sending"
  | "withdrawn";

const CLOSING: readonly string[] = ["deadline_passed", "not_yet_open", "locked_after_sending"];

/** Whether an answer of the server says that nothing is accepted any more, or not yet. */
export function closedBy(error: ApiError | null): ClosedReason | null {
  return error && CLOSING.includes(error.code) ? (error.code as ClosedReason) : null;
}

/** Why the application can only be read; null while it can be changed. */
export function closedReason(answer: ProjectAnswer): ClosedReason | null {
  const current = answer.editions.find(({ year }) => year === answer.edition.year);
  if (current?.state === "not_yet_open") return "not_yet_open";
  if (answer.projectDeadline) return "deadline_passed";
  if (answer.projectWithdrawnAt) return "withdrawn";
  // "No longer possible after sending", where the edition says so; else it stays open (part 4).
  if (answer.projectSent && answer.edition.afterSending === "locked") return "locked_after_sending";
  return null;
}

/**
 * Where the application stands, as the overview shows it: the derived status of the specification,
 * refined by what can still be done.
 */
export type Standing =
  | "empty"
  | "partial"
  | "completed"
  | "sent"
  | "sent_changed"
  | "withdrawn"
  | "expired"
  /** The deadline passed and there is nothing: never begun, or withdrawn and erased. */
  | "missed"
  | "not_yet_open";

/** "Sent overrides the others" (specification part 4). */
export function standingOf(answer: ProjectAnswer): Standing {
  if (answer.projectWithdrawnAt) return "withdrawn";
  const status = projectStatus(answer.project, answer.projectSent);
  const closed = closedReason(answer);
  // After the deadline changes cannot be sent any more: the sent version is what there is.
  if (status === "sent") return answer.projectUnsent && !closed ? "sent_changed" : "sent";
  if (closed === "not_yet_open") return "not_yet_open";
  if (!closed) return status;
  return answer.projectVersion === 0 ? "missed" : "expired";
}

/** Whole percent of the required fields that are filled. */
export function percentFilled(answer: ProjectAnswer): number {
  return progress(answer.project);
}

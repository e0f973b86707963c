import { progress, projectStatus } from "@/contract/project/progress";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import type { ApiError } from "@/lib/api/error";

/** Reasons why the application is read-only. Each reason has a separate text. */
export type ClosedReason =
  | "deadline_passed"
  | "not_yet_open"
  | "locked_after_sending"
  | "withdrawn";

const CLOSING: readonly string[] = ["deadline_passed", "not_yet_open", "locked_after_sending"];

/** Returns the reason why an error response says that the application is read-only, or null for any other error. */
export function closedBy(error: ApiError | null): ClosedReason | null {
  return error && CLOSING.includes(error.code) ? (error.code as ClosedReason) : null;
}

/** Returns the reason why the application is read-only, or null while it can change. */
export function closedReason(answer: ProjectAnswer): ClosedReason | null {
  const current = answer.editions.find(({ year }) => year === answer.edition.year);
  if (current?.state === "not_yet_open") return "not_yet_open";
  if (answer.projectDeadline) return "deadline_passed";
  if (answer.projectWithdrawnAt) return "withdrawn";
  // An application cannot change after it was sent if the edition locks sent applications. Rule:
  // application.after-sending.
  if (answer.projectSent && answer.edition.afterSending === "locked") return "locked_after_sending";
  return null;
}

/**
 * State of the application in the applicant's overview. It refines the application's status (rule application.status)
 * by what the applicant can still do.
 */
export type Standing =
  | "empty"
  | "partial"
  | "completed"
  | "sent"
  | "sent_changed"
  | "withdrawn"
  | "expired"
  /**
   * The deadline has passed without an application. The application was never started, or it was withdrawn and erased.
   */
  | "missed"
  | "not_yet_open";

/**
 * Returns the state of an application for the overview. A withdrawn application is always "withdrawn". Otherwise,
 * "sent" takes precedence over a passed deadline. Rule: application.status.
 */
export function standingOf(answer: ProjectAnswer): Standing {
  if (answer.projectWithdrawnAt) return "withdrawn";
  const status = projectStatus(answer.project, answer.projectSent);
  const closed = closedReason(answer);
  // After the deadline, changes can no longer be sent, so only the submitted version counts.
  if (status === "sent") return answer.projectUnsent && !closed ? "sent_changed" : "sent";
  if (closed === "not_yet_open") return "not_yet_open";
  if (!closed) return status;
  return answer.projectVersion === 0 ? "missed" : "expired";
}

/** Returns which wording a withdrawn application gets: "deleted" if it was never sent, otherwise "withdrawn". */
export function withdrawnAs({ projectEverSent }: ProjectAnswer): "withdrawn" | "deleted" {
  return projectEverSent === false ? "deleted" : "withdrawn";
}

/** Returns the percentage of filled required fields as an integer. */
export function percentFilled(answer: ProjectAnswer): number {
  return progress(answer.project);
}

import { EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";

/** The dates of a call that is open all summer. */
export const CALL = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};

/** Returns the API response for an applicant without an application, with the given changes. */
export function answerOf(more: Partial<ProjectAnswer> = {}): ProjectAnswer {
  return {
    project: EMPTY_PROJECT,
    projectDeadline: false,
    projectSent: false,
    projectDeadlineAt: CALL.closesAt,
    projectSentAt: null,
    projectVersion: 0,
    projectUnsent: false,
    projectSavedAt: null,
    projectWithdrawnAt: null,
    edition: { ...CALL, afterSending: "editable_until_deadline" },
    editions: [{ ...CALL, state: "open" }],
    ...more,
  };
}

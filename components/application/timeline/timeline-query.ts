import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTimeline } from "@/contract/project/project";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";

/**
 * Returns the application's state as a string. Browser tabs compare this string, and a new value refetches the
 * timeline.
 */
export function signatureOf(answer: ProjectAnswer): string {
  const { projectVersion, projectSentAt, projectUnsent, projectWithdrawnAt } = answer;
  const { projectDeadlineAt, projectDeadline, edition } = answer;
  return JSON.stringify([
    projectVersion,
    projectSentAt,
    projectUnsent,
    projectWithdrawnAt,
    projectDeadlineAt,
    projectDeadline,
    edition,
  ]);
}

/** Reports whether the application exists on the server. If it does not exist yet, its timeline cannot be requested. */
function exists(answer: ProjectAnswer): boolean {
  return answer.projectVersion > 0 || answer.projectDeadlineAt !== answer.edition.closesAt;
}

/**
 * Query for the application's timeline. The key contains the application's state, so that a new state refetches the
 * timeline.
 */
export function timelineQuery(locale: string, answer: ProjectAnswer) {
  return queryOptions({
    queryKey: ["timeline", signatureOf(answer)],
    queryFn: ({ signal }) => call(getTimeline, { locale, signal }),
    enabled: exists(answer),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTimeline } from "@/contract/project/project";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";

/** What changes in an application, as one string: tabs compare it, and the timeline is refetched by it. */
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

/** Whether the application exists on the server: before that there is no timeline to ask for. */
function exists(answer: ProjectAnswer): boolean {
  return answer.projectVersion > 0 || answer.projectDeadlineAt !== answer.edition.closesAt;
}

/** The application's timeline; it is refetched whenever the application's state changes. */
export function timelineQuery(locale: string, answer: ProjectAnswer) {
  return queryOptions({
    queryKey: ["timeline", signatureOf(answer)],
    queryFn: ({ signal }) => call(getTimeline, { locale, signal }),
    enabled: exists(answer),
    placeholderData: keepPreviousData,
  });
}

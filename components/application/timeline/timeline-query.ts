import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTimeline } from "@/contract/project";
import type { ProjectAnswer } from "@/contract/project-schemas";
import { call } from "@/lib/api/call";

/** What changes an application, as one text: tabs compare it, and the timeline is read again by it. */
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

/** Whether the application exists at the server: before that there is no timeline to ask for. */
function exists(answer: ProjectAnswer): boolean {
  return answer.projectVersion > 0 || answer.projectDeadlineAt !== answer.edition.closesAt;
}

/** The application's timeline; another state of the application is another reading. */
export function timelineQuery(locale: string, answer: ProjectAnswer) {
  return queryOptions({
    queryKey: ["timeline", signatureOf(answer)],
    queryFn: ({ signal }) => call(getTimeline, { locale, signal }),
    enabled: exists(answer),
    placeholderData: keepPreviousData,
  });
}

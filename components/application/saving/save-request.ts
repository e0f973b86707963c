import type { QueryClient } from "@tanstack/react-query";
import { saveProject } from "@/contract/project/project";
import {
  type ProjectAnswer,
  projectAnswerSchema,
  type SaveReport,
} from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { projectQuery } from "@/lib/api/query";
import { snapshotOf, type Values } from "@/lib/draft/project-form";
import { heldIn, inTime, type Server } from "@/lib/draft/server";
import { type Applicant, payloadUser, projectHash, pushSaveEvent } from "../analytics";

/**
 * Returns the cached response with the changes that this tab has just saved, so that no refetch is needed. A newer
 * cached response already contains these changes and is returned unchanged.
 */
function withSaved(known: ProjectAnswer, report: SaveReport, stored: Values): ProjectAnswer {
  if (known.projectVersion > report.projectVersion) return known;
  return {
    ...known,
    project: { ...known.project, ...stored },
    projectVersion: report.projectVersion,
    projectSavedAt: report.projectSavedAt,
    projectUnsent: known.projectSent,
  };
}

/**
 * Connects the application's draft to the back end. A save also sends the user's name and email address, the social
 * pixel's ids and, unless the page is closing, the content's hash as event id. A manual save first adds the event to
 * the analytics data layer. Rule: application.save-event.
 */
export function projectServer(options: {
  queries: QueryClient;
  answer: ProjectAnswer;
  user: Applicant;
  locale: string;
  reload: () => Promise<ProjectAnswer>;
}): Server<Values> {
  const { queries, answer, user, locale, reload } = options;
  const held = heldIn(queries, projectQuery(locale), snapshotOf, answer);
  let told: string | undefined;

  /**
   * Returns what a save sends in addition to the fields: the user's name and email address, the social pixel's ids, and
   * the event id. A repeated manual save of the same content is not reported to analytics again.
   */
  async function besides(values: Values, explicit: boolean) {
    const eventId = await projectHash(values);
    if (explicit && (eventId === undefined || eventId !== told)) pushSaveEvent(user, eventId);
    if (explicit) told = eventId;
    return { user: payloadUser(user), ...(eventId && { event_id: eventId }) };
  }

  return {
    ...held,
    async send(fields, { version, explicit, values }) {
      const headers = { "If-Match": String(version) };
      // A closing page has no time to calculate a hash, so send the text without a hash.
      const isGoing = !explicit && document.visibilityState === "hidden";
      const more = isGoing ? { user: payloadUser(user) } : await besides(values, explicit);
      const body = { ...fields, ...more };
      const report = await inTime((signal) => call(saveProject, { locale, headers, body, signal }));
      return held.put((known) => withSaved(known, report, values));
    },
    async refused({ current }) {
      const { data } = projectAnswerSchema.safeParse(current);
      return data ? held.put(() => data) : snapshotOf(await reload());
    },
  };
}

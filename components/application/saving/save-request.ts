import type { QueryClient } from "@tanstack/react-query";
import { saveProject } from "@/contract/project/project";
import {
  type ProjectAnswer,
  projectAnswerSchema,
  type SaveReport,
} from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { projectQuery } from "@/lib/api/query";
import { type Values, wordOf } from "@/lib/draft/project-form";
import { heldIn, inTime, type Server } from "@/lib/draft/server";
import { type Applicant, payloadUser, projectHash, pushSaveEvent } from "../analytics";

/**
 * The cached answer after a save of ours: no need to refetch to show what was just stored. One
 * overtaken by a newer answer is already part of that.
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
 * The back end as the application's draft sees it; the query cache holds what it said last. Every save
 * carries who saves, the pixel's ids and the project's hash as event id; the explicit one tells the data
 * layer of the same event first (rule application.save-event).
 */
export function projectServer(options: {
  queries: QueryClient;
  answer: ProjectAnswer;
  user: Applicant;
  locale: string;
  reload: () => Promise<ProjectAnswer>;
}): Server<Values> {
  const { queries, answer, user, locale, reload } = options;
  const held = heldIn(queries, projectQuery(locale), wordOf, answer);
  let told: string | undefined;

  /** What a save sends besides its fields. A retry of the same explicit save is the same event. */
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
      // A page that is going away has no time to reckon a hash: the text goes first.
      const isGoing = !explicit && document.visibilityState === "hidden";
      const more = isGoing ? { user: payloadUser(user) } : await besides(values, explicit);
      const body = { ...fields, ...more };
      const report = await inTime((signal) => call(saveProject, { locale, headers, body, signal }));
      return held.put((known) => withSaved(known, report, values));
    },
    async refused({ current }) {
      const { data } = projectAnswerSchema.safeParse(current);
      return data ? held.put(() => data) : wordOf(await reload());
    },
  };
}

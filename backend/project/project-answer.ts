import { isPastDeadline } from "@/contract/deadline";
import type { Project, ProjectAnswer } from "@/contract/project/project-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import {
  afterSendingOf,
  currentEdition,
  deadlineFor,
  type Edition,
  editionsAnswer,
  graceOf,
  listEditions,
} from "../editions/edition";
import {
  attachedFiles,
  findProject,
  isSent,
  type StoredFile,
  type StoredProject,
  sentVersionOf,
  toProject,
} from "./stored-project";
import { datesFor } from "./timeline";

type Parts = {
  project: StoredProject | null;
  files: StoredFile[];
  editions: Edition[];
  sentAs: Project | null;
};

/** Returns the caller's application in the current edition, as the response of GET wp/v2/project. */
export async function readProjectAnswer(
  db: Executor,
  userId: string,
  now: Date,
  config: BackendConfig,
): Promise<ProjectAnswer> {
  const current = await currentEdition(db, now);
  const editions = await listEditions(db);
  const project = await findProject(db, current.id, userId);
  const files = project ? await attachedFiles(db, project.id) : [];
  const sentAs = project && isSent(project) ? await sentVersionOf(db, project.id) : null;
  return composeAnswer(current, { project, files, editions, sentAs }, now, config);
}

function composeAnswer(
  edition: Edition,
  { project, files, editions, sentAs }: Parts,
  now: Date,
  config: BackendConfig,
): ProjectAnswer {
  const deadline = deadlineFor(edition, project);
  const sent = isSent(project);
  return {
    project: toProject(project, files),
    projectDeadline: isPastDeadline(deadline, now, graceOf(edition, config)),
    projectSent: sent,
    projectDeadlineAt: deadline.toISOString(),
    projectSentAt: (sent && project?.sentAt?.toISOString()) || null,
    projectVersion: project?.version ?? 0,
    projectUnsent: sent && project?.version !== project?.sentVersion,
    ...(sentAs && { projectSentAs: sentAs }),
    projectSavedAt: project?.savedAt?.toISOString() ?? null,
    projectWithdrawnAt: project?.withdrawnAt?.toISOString() ?? null,
    projectEverSent: typeof project?.sentVersion === "number",
    edition: {
      year: edition.year,
      opensAt: edition.opensAt.toISOString(),
      closesAt: edition.closesAt.toISOString(),
      afterSending: afterSendingOf(edition),
    },
    projectDates: datesFor(edition, project),
    editions: editionsAnswer(editions, now),
  };
}

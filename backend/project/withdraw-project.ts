import { and, desc, eq } from "drizzle-orm";
import type * as contract from "@/contract/project/project";
import type { Project } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { projects, submissions } from "../db/schema/applications";
import { currentEdition, requireOpen } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { dropReminders } from "../mail/outbox";
import { readProjectAnswer } from "./project-answer";
import { lockProject } from "./stored-project";
import { claimPeople, freePeople } from "./team-rule";
import { recordEvent } from "./timeline";

/**
 * Withdraws the application: evaluators no longer see it, its people are free for another one, and
 * it waits for the deadline to be restored or erased. 404 when there is nothing to withdraw.
 */
export function withdrawProject({
  db,
  caller,
  arrivedAt,
  config,
}: Call<typeof contract.withdrawProject>) {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    const project = await lockProject(tx, edition.id, caller.id);
    if (!project || project.version === 0 || project.withdrawnAt) return fail("not_found");
    requireOpen(edition, project, arrivedAt, config);
    await tx.update(projects).set({ withdrawnAt: arrivedAt }).where(eq(projects.id, project.id));
    await tx
      .update(submissions)
      .set({ current: false })
      .where(and(eq(submissions.projectId, project.id), submissions.current));
    await freePeople(tx, project.id);
    await dropReminders(tx, { projectId: project.id });
    await recordEvent(tx, project.id, "withdrawn", arrivedAt);
  });
}

/** Takes a withdrawal back: what was sent is sent again as it was, with its receipt. */
export function restoreProject({
  db,
  caller,
  arrivedAt,
  config,
}: Call<typeof contract.restoreProject>) {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    const project = await lockProject(tx, edition.id, caller.id);
    if (!project?.withdrawnAt) return fail("not_found");
    requireOpen(edition, project, arrivedAt, config);
    await tx.update(projects).set({ withdrawnAt: null }).where(eq(projects.id, project.id));
    const sent = project.sentVersion === null ? null : await makeLastCurrent(tx, project.id);
    // A team member may have joined another application meanwhile: 409, nothing is restored.
    if (sent) await claimPeople(tx, project, sent);
    await recordEvent(tx, project.id, "restored", arrivedAt);
    return readProjectAnswer(tx, caller.id, arrivedAt, config);
  });
}

/** Shows evaluators the last sent version; null when there is none. */
export async function makeLastCurrent(tx: Executor, projectId: string): Promise<Project | null> {
  const [last] = await tx
    .select({ id: submissions.id, project: submissions.project })
    .from(submissions)
    .where(eq(submissions.projectId, projectId))
    .orderBy(desc(submissions.sentAt), desc(submissions.number))
    .limit(1);
  if (!last) return null;
  await tx.update(submissions).set({ current: true }).where(eq(submissions.id, last.id));
  return last.project;
}

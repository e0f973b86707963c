import { and, desc, eq } from "drizzle-orm";
import type * as contract from "@/contract/project/project";
import type { Project } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { projects, submissions } from "../db/schema/applications";
import { currentEdition, deadlineFor, type Edition, requireOpen } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { dropReminders, queueMail } from "../mail/outbox";
import { readProjectAnswer } from "./project-answer";
import { lockProject, type StoredProject, toProject } from "./stored-project";
import { claimPeople, freePeople } from "./team-rule";
import { recordEvent } from "./timeline";

/**
 * Withdraws the application: evaluators no longer see it, its people are free for another one, and
 * it waits for the deadline to be restored or erased. 404 when there is nothing to withdraw.
 */
export async function withdrawProject(call: Call<typeof contract.withdrawProject>) {
  const { db, caller, arrivedAt, config } = call;
  await db.transaction(async (tx) => {
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
    await tell(tx, call, { edition, project, template: "application_withdrawn" });
  });
  call.wakeMail();
}

/** Takes a withdrawal back: what was sent is sent again as it was, with its receipt. */
export async function restoreProject(call: Call<typeof contract.restoreProject>) {
  const { db, caller, arrivedAt, config } = call;
  const answer = await db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    const project = await lockProject(tx, edition.id, caller.id);
    if (!project?.withdrawnAt) return fail("not_found");
    requireOpen(edition, project, arrivedAt, config);
    await tx.update(projects).set({ withdrawnAt: null }).where(eq(projects.id, project.id));
    const sent = project.sentVersion === null ? null : await makeLastCurrent(tx, project.id);
    // A team member may have joined another application meanwhile: 409, nothing is restored.
    if (sent) await claimPeople(tx, project, sent);
    await recordEvent(tx, project.id, "restored", arrivedAt);
    await tell(tx, call, { edition, project, template: "application_restored" });
    return readProjectAnswer(tx, caller.id, arrivedAt, config);
  });
  call.wakeMail();
  return answer;
}

type Told = {
  edition: Edition;
  project: StoredProject;
  template: "application_withdrawn" | "application_restored";
};

/** The mail about it: with the receipt it is about if the application had been sent, and until when it can change. */
async function tell(
  tx: Executor,
  { caller, arrivedAt }: Pick<Call<typeof contract.withdrawProject>, "caller" | "arrivedAt">,
  { edition, project, template }: Told,
): Promise<void> {
  const last = project.sentVersion === null ? undefined : await lastSent(tx, project.id);
  await queueMail(tx, {
    template,
    userId: caller.id,
    projectId: project.id,
    recipient: caller.email,
    language: caller.language,
    data: {
      first_name: caller.firstName,
      project: last?.project.nome ?? toProject(project, []).nome,
      ...(last && { number: last.number }),
      at: arrivedAt.toISOString(),
      deadline: deadlineFor(edition, project).toISOString(),
    },
  });
}

/** Shows evaluators the last sent version; null when there is none. */
export async function makeLastCurrent(tx: Executor, projectId: string): Promise<Project | null> {
  const last = await lastSent(tx, projectId);
  if (!last) return null;
  await tx.update(submissions).set({ current: true }).where(eq(submissions.id, last.id));
  return last.project;
}

async function lastSent(tx: Executor, projectId: string) {
  const [last] = await tx
    .select()
    .from(submissions)
    .where(eq(submissions.projectId, projectId))
    .orderBy(desc(submissions.sentAt), desc(submissions.number))
    .limit(1);
  return last;
}

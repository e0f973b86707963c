import { and, desc, eq } from "drizzle-orm";
import { graceEnd } from "@/contract/deadline";
import type { ErrorCode } from "@/contract/errors";
import type * as contract from "@/contract/project/project";
import type { Project } from "@/contract/project/project-schemas";
import type { BackendConfig } from "../config";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects, submissions } from "../db/schema/applications";
import { EditionError } from "../editions/administer-editions";
import { currentEdition, deadlineFor, type Edition, requireOpen } from "../editions/edition";
import { Failure, fail } from "../http/failure";
import type { Call } from "../http/serve";
import { type Act, ofEdition, writeAct } from "../journal/acts";
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
    await recordEvent(tx, project.id, "withdrawn", arrivedAt, draftOnly(project));
    await tell(tx, call, { edition, project, act: "withdrawn", config });
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
    await putBack(tx, call, { edition, project, config });
    return readProjectAnswer(tx, caller.id, arrivedAt, config);
  });
  call.wakeMail();
  return answer;
}

/**
 * The same by somebody of the staff, until the applicant's own deadline, at which a withdrawn application is erased.
 * What stands against it is an EditionError.
 */
export function restoreFor(
  db: Database,
  userId: string,
  act: Act,
  config: BackendConfig,
): Promise<void> {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, act.now);
    const project = await lockProject(tx, edition.id, userId);
    const [caller] = await tx.select().from(users).where(eq(users.id, userId));
    if (!project?.withdrawnAt || !caller) {
      throw new EditionError("There is no withdrawn application.", "not_withdrawn");
    }
    try {
      requireOpen(edition, project, act.now, config);
      await putBack(tx, { caller, arrivedAt: act.now }, { edition, project, config });
    } catch (error) {
      const why = error instanceof Failure ? REFUSED[error.code] : undefined;
      if (!why) throw error;
      throw new EditionError(...why);
    }
    const target = { ...ofEdition(edition), user: userId };
    await writeAct(tx, act, { act: "edition.restore", target });
  });
}

/** What keeps an applicant from restoring, as staff are told it. */
const REFUSED: Partial<Record<ErrorCode, ConstructorParameters<typeof EditionError>>> = {
  deadline_passed: ["The deadline has passed: give more time first.", "past_deadline"],
  not_yet_open: ["Applications have not opened yet.", "not_open"],
  person_in_two_projects: ["Somebody of its team is in another application now.", "in_another"],
};

/** As it was before it was withdrawn. */
async function putBack(tx: Executor, whose: Whose, told: Omit<Told, "act">): Promise<void> {
  const { project } = told;
  await tx.update(projects).set({ withdrawnAt: null }).where(eq(projects.id, project.id));
  const sent = project.sentVersion === null ? null : await makeLastCurrent(tx, project.id);
  // A team member may have joined another application meanwhile: 409, nothing is restored.
  if (sent) await claimPeople(tx, project, sent);
  await recordEvent(tx, project.id, "restored", whose.arrivedAt, draftOnly(project));
  await tell(tx, whose, { ...told, act: "restored" });
}

/** Marks the event of an application that was never sent: it has nothing to withdraw. */
function draftOnly({ sentVersion }: StoredProject): { draft?: true } {
  return sentVersion === null ? { draft: true } : {};
}

/** Whose application it is. */
type Whose = {
  caller: Pick<typeof users.$inferSelect, "id" | "email" | "language" | "firstName">;
  arrivedAt: Date;
};
type Told = {
  edition: Edition;
  project: StoredProject;
  act: "withdrawn" | "restored";
  config: BackendConfig;
};

/** The mail for each act: about a sent application and its receipt, or about a draft that nobody has read. */
const TEMPLATES = {
  withdrawn: { sent: "application_withdrawn", draft: "draft_deleted" },
  restored: { sent: "application_restored", draft: "draft_restored" },
} as const;

/** Queues the mail about it, with until when the applicant can act: during the grace period, its end. */
async function tell(
  tx: Executor,
  { caller, arrivedAt }: Whose,
  { edition, project, act, config }: Told,
): Promise<void> {
  const last = project.sentVersion === null ? undefined : await lastSent(tx, project.id);
  const deadline = deadlineFor(edition, project);
  const until = arrivedAt < deadline ? deadline : graceEnd(deadline, config.GRACE_MINUTES);
  await queueMail(tx, {
    template: TEMPLATES[act][last ? "sent" : "draft"],
    userId: caller.id,
    projectId: project.id,
    recipient: caller.email,
    language: caller.language,
    data: {
      first_name: caller.firstName,
      project: last?.project.nome ?? toProject(project, []).nome,
      ...(last && { number: last.number }),
      at: arrivedAt.toISOString(),
      deadline: until.toISOString(),
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

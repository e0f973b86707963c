import { and, desc, eq } from "drizzle-orm";
import { graceEnd } from "@/contract/deadline";
import type { ErrorCode } from "@/contract/errors";
import type * as contract from "@/contract/project/project";
import type { Project } from "@/contract/project/project-schemas";
import { type ActionContext, appendAuditEntry, editionTarget } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { BackendConfig } from "../config";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects, submissions } from "../db/schema/applications";
import {
  currentEdition,
  deadlineFor,
  type Edition,
  graceOf,
  requireOpen,
} from "../editions/edition";
import { Failure, fail } from "../http/failure";
import type { Call } from "../http/serve";
import { dropReminders, queueMail } from "../mail/outbox";
import { readProjectAnswer } from "./project-answer";
import { lockProject, type StoredProject, toProject } from "./stored-project";
import { claimPeople, freePeople } from "./team-rule";
import { recordEvent } from "./timeline";

/**
 * Withdraws the application. Evaluators no longer see the application, and its team members can join another
 * application. The applicant can restore the application until the deadline. After the deadline, a job erases the
 * application. Fails with 404 without an application to withdraw.
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
  call.notifyMailWorker();
}

/**
 * Restores a withdrawn application. A sent application becomes visible to evaluators again, with the same content and
 * receipt.
 */
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
  call.notifyMailWorker();
  return answer;
}

/**
 * Restores a withdrawn application at the request of staff. Possible until the applicant's deadline, when the
 * application is erased. Throws a RuleViolation if a rule blocks the action.
 */
export function restoreFor(
  db: Database,
  userId: string,
  context: ActionContext,
  config: BackendConfig,
): Promise<void> {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, context.now);
    const project = await lockProject(tx, edition.id, userId);
    const [caller] = await tx.select().from(users).where(eq(users.id, userId));
    if (!project?.withdrawnAt || !caller) {
      throw new RuleViolation("There is no withdrawn application.", "not_withdrawn");
    }
    try {
      requireOpen(edition, project, context.now, config);
      await putBack(tx, { caller, arrivedAt: context.now }, { edition, project, config });
    } catch (error) {
      const why = error instanceof Failure ? REFUSED[error.code] : undefined;
      if (!why) throw error;
      throw new RuleViolation(...why);
    }
    const target = { ...editionTarget(edition), user: userId };
    await appendAuditEntry(tx, context, { act: "edition.restore", target });
  });
}

/** Reasons why an application cannot be restored, as shown to staff. */
const REFUSED: Partial<Record<ErrorCode, ConstructorParameters<typeof RuleViolation>>> = {
  deadline_passed: ["The deadline has passed: extend it first.", "past_deadline"],
  not_yet_open: ["Applications have not opened yet.", "not_open"],
  person_in_two_projects: ["A member of its team is now in another application.", "in_another"],
};

/** Restores an application as it was before the withdrawal. If the application was sent, evaluators see it again. */
async function putBack(tx: Executor, whose: Whose, told: Omit<Told, "act">): Promise<void> {
  const { project } = told;
  await tx.update(projects).set({ withdrawnAt: null }).where(eq(projects.id, project.id));
  const sent = project.sentVersion === null ? null : await makeLastCurrent(tx, project.id);
  // Fails with 409 and restores nothing if a team member has joined another application since the withdrawal.
  if (sent) await claimPeople(tx, project, sent);
  await recordEvent(tx, project.id, "restored", whose.arrivedAt, draftOnly(project));
  await tell(tx, whose, { ...told, act: "restored" });
}

/** Returns the event data that marks the withdrawal or restoration of an unsent draft. Empty for a sent application. */
function draftOnly({ sentVersion }: StoredProject): { draft?: true } {
  return sentVersion === null ? { draft: true } : {};
}

/** The account that owns the application, and the time of the request. */
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

/**
 * Email templates for the withdrawal and the restoration: one for a sent application with a receipt, one for a draft.
 */
const TEMPLATES = {
  withdrawn: { sent: "application_withdrawn", draft: "draft_deleted" },
  restored: { sent: "application_restored", draft: "draft_restored" },
} as const;

/**
 * Queues the email about the withdrawal or restoration of an application. The email states how long the applicant can
 * act: until the deadline or, after the deadline, until the end of the grace period.
 */
async function tell(
  tx: Executor,
  { caller, arrivedAt }: Whose,
  { edition, project, act, config }: Told,
): Promise<void> {
  const last = project.sentVersion === null ? undefined : await lastSent(tx, project.id);
  const deadline = deadlineFor(edition, project);
  const until = arrivedAt < deadline ? deadline : graceEnd(deadline, graceOf(edition, config));
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

/** Makes the last submission visible to evaluators and returns it. Returns null if the application was never sent. */
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

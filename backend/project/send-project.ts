import { and, desc, eq, sql } from "drizzle-orm";
import type { FieldErrors } from "@/contract/errors";
import type { Language } from "@/contract/languages";
import { missingFields } from "@/contract/project/progress";
import type * as contract from "@/contract/project/project";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";
import { editions, projects, submissions } from "../db/schema/applications";
import { publishedDocument } from "../documents/published-document";
import { currentEdition, deadlineFor, type Edition, requireOpen } from "../editions/edition";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { dropReminders, queueMail } from "../mail/outbox";
import { canonicalJson, projectHash } from "./receipt/canonical";
import { replacedBy } from "./receipt/receipt";
import { receiptNumber } from "./receipt/receipt-number";
import {
  attachedFiles,
  isSent,
  lockProject,
  type StoredProject,
  toProject,
} from "./stored-project";
import { claimPeople } from "./team-rule";
import { recordEvent } from "./timeline";
import { requireChangeable, requireVersion } from "./write-rules";

type Send = Call<typeof contract.sendProject>;
type Submission = typeof submissions.$inferSelect;

/**
 * Sends the application in one transaction, which locks the application's row (rule application.send-once). Parallel
 * requests for the same application run one after the other. All of them return the first submission, so that there is
 * one receipt and one email.
 */
export async function sendProject(call: Call<typeof contract.sendProject>) {
  const { submission, isNew } = await call.db.transaction((tx) => sendLocked(tx, call));
  if (isNew) call.notifyMailWorker();
  return {
    projectSentAt: submission.sentAt.toISOString(),
    receipt: { number: submission.number, sha256: submission.sha256 },
  };
}

async function sendLocked(tx: Executor, call: Send) {
  const { caller, arrivedAt, config, language } = call;
  const edition = await currentEdition(tx, arrivedAt);
  const project = await lockProject(tx, edition.id, caller.id);
  const last = project && (await lastSubmission(tx, project.id));
  const sent = last && isSent(project) ? last : null;

  // The idempotency key shows that the client repeats the request of the last submission, because its response was
  // lost. Return that submission, even if the draft has changed since.
  const key = idempotencyKey(call.request);
  if (sent && key !== null && sent.idempotencyKey === key)
    return { submission: sent, isNew: false };

  requireOpen(edition, project, arrivedAt, config);
  await requireVersion(tx, project, call);
  const values = toProject(project, project ? await attachedFiles(tx, project.id) : []);
  requireComplete(values);
  if (!project) throw new Error("a complete project that does not exist");

  const sha256 = projectHash(values);
  // The receipt's hash excludes captions, because evaluators do not score them (docs/decisions/0071-captions.md).
  if (sent?.sha256 === sha256 && captionsOf(sent.project) === captionsOf(values)) {
    await markSent(tx, project, sent.sentAt);
    return { submission: sent, isNew: false };
  }
  requireChangeable(edition, project, arrivedAt, config);
  await takeOne(tx, accountLimit("send", caller.id), arrivedAt);
  await claimPeople(tx, project, values);
  const submission = await writeSubmission(tx, { edition, project, values, sha256, key, call });
  await markSent(tx, project, arrivedAt);
  await recordEvent(tx, project.id, last ? "sent_again" : "sent", arrivedAt, {
    number: submission.number,
    sha256,
    version: project.version,
  });
  await recordAcceptance(tx, config, { userId: caller.id, language, at: arrivedAt });
  await dropReminders(tx, { projectId: project.id });
  const canChange = edition.afterSending === "editable_until_deadline";
  await queueReceiptMail(tx, call, submission, canChange ? deadlineFor(edition, project) : null);
  return { submission, isNew: true };
}

/**
 * Records that the applicant, by sending the application, accepts the rules and the privacy notice. Records the
 * documents in the language of the page that links them (rule application.rules-accepted).
 */
export async function recordAcceptance(
  tx: Executor,
  config: BackendConfig,
  { userId, language, at }: { userId: string; language: Language; at: Date },
): Promise<void> {
  const rules = await publishedDocument(config.RULES_PDF, language);
  const notice = await publishedDocument(config.PRIVACY_NOTICE_PDF, language);
  const agreed = { userId, accepted: true, at };
  await tx.insert(consents).values([
    { ...agreed, kind: "rules", ...rules },
    { ...agreed, kind: "applicants_notice", ...notice },
  ]);
}

/** Returns the captions of an application's videos as one comparable text. */
function captionsOf(project: Project): string {
  return canonicalJson(FILE_FIELDS.map((field) => project[field]?.captions ?? null));
}

/** Returns the last submission, even if the application is withdrawn. */
async function lastSubmission(tx: Executor, projectId: string): Promise<Submission | null> {
  const [row] = await tx
    .select()
    .from(submissions)
    .where(eq(submissions.projectId, projectId))
    .orderBy(desc(submissions.current), desc(submissions.sentAt), desc(submissions.number))
    .limit(1);
  return row ?? null;
}

function idempotencyKey(request: Request): string | null {
  return request.headers.get("idempotency-key")?.trim().slice(0, 200) || null;
}

function requireComplete(values: Project): void {
  const missing = missingFields(values);
  if (missing.length === 0) return;
  const fields: FieldErrors = Object.fromEntries(missing.map((name) => [name, "required"]));
  fail("project_incomplete", { fields });
}

async function markSent(tx: Executor, project: StoredProject, sentAt: Date): Promise<void> {
  await tx
    .update(projects)
    .set({ sentVersion: project.version, sentAt, withdrawnAt: null })
    .where(eq(projects.id, project.id));
}

/**
 * Returns the next receipt number of an edition, such as 2026-000123. A rollback of the transaction frees the number.
 */
export async function nextNumber(tx: Executor, edition: Edition): Promise<string> {
  const [row] = await tx
    .update(editions)
    .set({ receiptCount: sql`${editions.receiptCount} + 1` })
    .where(eq(editions.id, edition.id))
    .returning({ count: editions.receiptCount });
  if (!row) throw new Error("the current edition is gone");
  return receiptNumber(edition.year, row.count);
}

type NewSubmission = {
  edition: Edition;
  project: StoredProject;
  values: Project;
  sha256: string;
  key: string | null;
  call: Send;
};

async function writeSubmission(
  tx: Executor,
  { edition, project, values, sha256, key, call }: NewSubmission,
): Promise<Submission> {
  await tx
    .update(submissions)
    .set({ current: false })
    .where(and(eq(submissions.projectId, project.id), submissions.current));
  const [row] = await tx
    .insert(submissions)
    .values({
      projectId: project.id,
      editionId: edition.id,
      number: await nextNumber(tx, edition),
      sha256,
      idempotencyKey: key,
      version: project.version,
      sentAt: call.arrivedAt,
      project: values,
    })
    .returning();
  if (!row) throw new Error("a submission was not stored");
  return row;
}

/** Queues the receipt email to the account, in the account's language, once per receipt (rule application.mails). */
async function queueReceiptMail(
  tx: Executor,
  { caller }: Send,
  submission: Submission,
  /** Last instant at which the applicant can change the sent application, or null if sending locks the application. */
  deadline: Date | null,
) {
  const replaces = await replacedBy(tx, submission);
  await queueMail(tx, {
    userId: caller.id,
    projectId: submission.projectId,
    recipient: caller.email,
    language: caller.language,
    template: "application_sent",
    data: {
      first_name: caller.firstName,
      project: submission.nome,
      number: submission.number,
      ...(replaces && { replaces }),
      sha256: submission.sha256,
      sent_at: submission.sentAt.toISOString(),
      ...(deadline && { deadline: deadline.toISOString() }),
    },
    dedupeKey: `application_sent:${submission.id}`,
  });
}

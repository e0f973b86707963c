import { asc, eq } from "drizzle-orm";
import type { Criterion } from "@/contract/evaluation/weights";
import { isAbout } from "../../audit-log/entries";
import { AUDIT_COLUMNS } from "../../audit-log/read-entries";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import {
  consents,
  identities,
  mailTokens,
  registrations,
  savedLists,
  sessions,
  users,
} from "../../db/schema/accounts";
import { editions, projects } from "../../db/schema/applications";
import { assignedReadings, fixedReadings } from "../../db/schema/assignment";
import { auditEntries } from "../../db/schema/audit-log";
import { agreements, contributions, scoreRevisions, summaries } from "../../db/schema/discussion";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import { feedback } from "../../db/schema/feedback";
import { outbox, whitepaperRequests } from "../../db/schema/mail";
import { authenticatorApps, factorResets, recoveryCodes } from "../../db/schema/passkeys";
import { roundJurors } from "../../db/schema/rounds";
import { staffNotices } from "../../db/schema/staff-notices";
import { withVersions } from "../../documents/published-document";
import { isTemplate } from "../../mail/messages";
import { renderMail } from "../../mail/render";
import { passkeysOf } from "../passkeys/passkeys";

/** Returns the account's personal data: creation date, devices, sign-in methods, and mailed links. */
export async function readAccount(db: Executor, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const devices = await db.select().from(sessions).where(eq(sessions.userId, userId));
  const ways = await db.select().from(identities).where(eq(identities.userId, userId));
  const keys = await passkeysOf(db, userId);
  const [app] = await db
    .select()
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId));
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const [reset] = await db.select().from(factorResets).where(eq(factorResets.userId, userId));
  const links = await db.select().from(mailTokens).where(eq(mailTokens.userId, userId));
  const asked = await db.select().from(registrations).where(eq(registrations.userId, userId));
  const [notices] = await db.select().from(staffNotices).where(eq(staffNotices.userId, userId));
  const kept = await db.select().from(savedLists).where(eq(savedLists.userId, userId));
  return {
    created_at: user?.createdAt,
    confirmed_at: user?.emailConfirmedAt,
    sessions: devices.map(({ device, place, createdAt, lastUsedAt, revokedAt }) => ({
      device,
      place,
      signed_in_at: createdAt,
      last_used_at: lastUsedAt,
      ended_at: revokedAt,
    })),
    logins: ways.map(({ provider, subject, createdAt }) => ({
      provider,
      subject,
      linked_at: createdAt,
    })),
    passkeys: keys.map(({ name, credentialId, createdAt, lastUsedAt }) => ({
      name,
      credential_id: credentialId,
      added_at: createdAt,
      last_used_at: lastUsedAt,
    })),
    authenticator_app: app ? { added_at: app.createdAt, last_used_at: app.lastUsedAt } : null,
    recovery_codes: codes.map(({ createdAt, usedAt }) => ({ made_at: createdAt, used_at: usedAt })),
    second_factor_reset: reset ? { asked_at: reset.createdAt, due_at: reset.dueAt } : null,
    links: links.map(({ kind, email, expiresAt, usedAt }) => ({
      kind,
      email,
      expires_at: expiresAt,
      used_at: usedAt,
    })),
    staff_notices: notices
      ? {
          summary_hour: notices.summaryHour,
          alerts: notices.alerts,
          last_summary_on: notices.summaryOn,
          chosen_at: notices.createdAt,
        }
      : null,
    saved_lists: kept.map(({ list, name, query, createdAt }) => ({
      list,
      name,
      query,
      saved_at: createdAt,
    })),
    registrations: asked.map(({ passwordHash: _, id: __, userId: ___, ...said }) => said),
  };
}

/**
 * Returns all mails to the account as sent. For mails older than the retention time, returns only the template and the
 * date.
 */
export async function readMails(db: Executor, config: BackendConfig, userId: string) {
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.userId, userId))
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ template, language, data, recipient, createdAt, sentAt, failedAt }) => {
    const { token: _, ...known } = data;
    const isKept = recipient !== "" && isTemplate(template);
    const written = isKept
      ? renderMail({ template, language, data: known }, config, sentAt ?? createdAt)
      : null;
    return {
      kind: template,
      title: written?.subject ?? "",
      recipient,
      queued_at: createdAt,
      sent_at: sentAt,
      failed_at: failedAt,
      text: written?.text ?? null,
    };
  });
}

export async function readConsents(db: Executor, userId: string) {
  const rows = await db
    .select({
      kind: consents.kind,
      accepted: consents.accepted,
      at: consents.at,
      document: consents.document,
      sha256: consents.sha256,
      language: consents.language,
      source: consents.source,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(asc(consents.at));
  return withVersions(rows);
}

/** Returns the whitepaper requests made with the account's address. */
export async function readWhitepaper(db: Executor, email: string) {
  const rows = await db
    .select()
    .from(whitepaperRequests)
    .where(eq(whitepaperRequests.email, email));
  const known = await withVersions(rows);
  return known.map(({ id: _, createdAt, firstName, lastName, ...said }) => ({
    first_name: firstName,
    last_name: lastName,
    ...said,
    asked_at: createdAt,
  }));
}

/**
 * Returns an evaluator's invitations with the answers, assigned projects, scores, notes, recusals, feedback texts, and
 * closed evaluations.
 */
export async function readEvaluations(db: Executor, userId: string) {
  const given = await db
    .select({ evaluation: evaluations, year: editions.year, project: projects.id })
    .from(evaluations)
    .innerJoin(editions, eq(editions.id, evaluations.editionId))
    .innerJoin(projects, eq(projects.id, evaluations.projectId))
    .where(eq(evaluations.evaluatorId, userId));
  const closed = await db
    .select()
    .from(evaluationRecords)
    .where(eq(evaluationRecords.evaluatorId, userId));
  const asked = await db
    .select({ invitation: invitations, year: editions.year })
    .from(invitations)
    .innerJoin(editions, eq(editions.id, invitations.editionId))
    .where(eq(invitations.userId, userId));
  const seats = await db
    .select({ seat: roundJurors, year: editions.year })
    .from(roundJurors)
    .innerJoin(editions, eq(editions.id, roundJurors.editionId))
    .where(eq(roundJurors.userId, userId));
  const assigned = await db
    .select({
      edition: editions.year,
      round: assignedReadings.round,
      project: assignedReadings.projectId,
    })
    .from(assignedReadings)
    .innerJoin(editions, eq(editions.id, assignedReadings.editionId))
    .where(eq(assignedReadings.evaluatorId, userId));
  const byHand = await db
    .select({
      edition: editions.year,
      round: fixedReadings.round,
      project: fixedReadings.projectId,
      kind: fixedReadings.kind,
      at: fixedReadings.at,
    })
    .from(fixedReadings)
    .innerJoin(editions, eq(editions.id, fixedReadings.editionId))
    .where(eq(fixedReadings.evaluatorId, userId));
  const written = await db
    .select({
      edition: editions.year,
      round: feedback.round,
      project: feedback.projectId,
      text: feedback.text,
      language: feedback.language,
      reasons: feedback.reasons,
      updated_at: feedback.updatedAt,
    })
    .from(feedback)
    .innerJoin(editions, eq(editions.id, feedback.editionId))
    .where(eq(feedback.evaluatorId, userId));
  return {
    assigned,
    discussions: await readDiscussions(db, userId),
    assigned_by_hand: byHand,
    texts_for_applicants: written,
    juries: seats.map(({ year, seat }) => ({
      edition: year,
      round: seat.round,
      capacity: seat.capacity,
      chair: seat.chair,
      since: seat.since,
    })),
    invitations: asked.map(({ invitation, year }) => ({
      edition: year,
      invited_at: invitation.invitedAt,
      answer: invitation.answer,
      answered_at: invitation.answeredAt,
      capacity: invitation.capacity,
      languages: invitation.languages,
      sectors: invitation.sectors,
      conflicts: invitation.conflicts,
      words: invitation.words,
      rounds: invitation.rounds,
    })),
    evaluations: given.map(({ evaluation, year, project }) => {
      const { impact, utility, feasibility, scalability, innovation } = evaluation;
      return {
        edition: year,
        round: evaluation.round,
        project,
        scores: { impact, utility, feasibility, scalability, innovation },
        note: evaluation.note,
        recusal: evaluation.recusal,
        recused_at: evaluation.recusedAt,
        updated_at: evaluation.updatedAt,
      };
    }),
    records: closed.map(({ round, closedAt, record, sha256, reopenedAt, reopenedReason }) => ({
      round,
      closed_at: closedAt,
      record,
      sha256,
      reopened_at: reopenedAt,
      reopened_reason: reopenedReason,
    })),
  };
}

/** Returns the staff actions on the account with their reasons. Omits the names of the staff members. */
export function readAuditEntriesAbout(db: Executor, user: string) {
  const { at, act, data, reason } = AUDIT_COLUMNS;
  return db
    .select({ at, act, data, reason })
    .from(auditEntries)
    .where(isAbout({ user }))
    .orderBy(asc(auditEntries.number));
}

/** Returns an evaluator's discussion contributions, with the revised scores, summaries, and agreements. */
async function readDiscussions(db: Executor, userId: string) {
  const said = await db
    .select({
      edition: editions.year,
      round: contributions.round,
      project: contributions.projectId,
      text: contributions.text,
      at: contributions.at,
    })
    .from(contributions)
    .innerJoin(editions, eq(editions.id, contributions.editionId))
    .where(eq(contributions.authorId, userId))
    .orderBy(asc(contributions.at));
  const revised = await db
    .select()
    .from(scoreRevisions)
    .innerJoin(editions, eq(editions.id, scoreRevisions.editionId))
    .where(eq(scoreRevisions.evaluatorId, userId))
    .orderBy(asc(scoreRevisions.at));
  const summed = await db
    .select({
      edition: editions.year,
      round: summaries.round,
      project: summaries.projectId,
      version: summaries.version,
      text: summaries.text,
      language: summaries.language,
      at: summaries.at,
    })
    .from(summaries)
    .innerJoin(editions, eq(editions.id, summaries.editionId))
    .where(eq(summaries.authorId, userId))
    .orderBy(asc(summaries.at));
  const agreed = await db
    .select({
      project: summaries.projectId,
      round: summaries.round,
      version: summaries.version,
      at: agreements.at,
    })
    .from(agreements)
    .innerJoin(summaries, eq(summaries.id, agreements.summaryId))
    .where(eq(agreements.evaluatorId, userId));
  return {
    contributions: said,
    revisions: revised.map(({ editions: { year }, score_revisions: one }) => ({
      ...{ edition: year, round: one.round, project: one.projectId, at: one.at },
      ...{ scores: fiveOf(one), reason: one.reason, sha256: one.sha256 },
    })),
    summaries: summed,
    agreements: agreed,
  };
}

/** Returns the values of a database row's five criteria columns as one object. */
function fiveOf<S>({
  impact,
  utility,
  feasibility,
  scalability,
  innovation,
}: Record<Criterion, S>) {
  return { impact, utility, feasibility, scalability, innovation };
}

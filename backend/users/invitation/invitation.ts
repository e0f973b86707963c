import { and, eq, sql } from "drizzle-orm";
import { answerBy, type InvitationAnswered, NO_TERMS } from "@/contract/evaluation/invitation";
import { READING_MINUTES } from "@/contract/evaluation/weights";
import type * as contract from "@/contract/users/invitation";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import { roundJurors } from "../../db/schema/rounds";
import { currentEdition, type Edition, findCurrentEdition } from "../../editions/edition";
import { canJoin, firstRound, type Round, readRounds } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { setRole } from "../administer";
import { recordConsents } from "../consent-record";
import { ownerOfMailToken } from "../mail-tokens";

type User = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "roles">;

/** Returns the invitation to evaluate that belongs to a mailed link. Null if there is no invitation to answer. */
export async function readInvitation({ db, body, now }: Call<typeof contract.readInvitation>) {
  const owner = await ownerOfMailToken(db, "invitation", body.token, now());
  return { invitation: await describeInvitation(db, owner, now()) };
}

/** Declines an invitation to evaluate through its link, without a password. */
export async function declineInvitation({
  db,
  body: { token, words },
  now,
}: Call<typeof contract.declineInvitation>) {
  const owner = await ownerOfMailToken(db, "invitation", token, now());
  await db.transaction((tx) => answerInvitation(tx, owner.id, { answer: "no", words }, now()));
}

/** Returns the caller's invitation to evaluate the current edition. */
export async function getMyInvitation({ db, caller, now }: Call<typeof contract.getMyInvitation>) {
  return (await describeInvitation(db, caller, now())) ?? fail("not_found");
}

/**
 * Answers the caller's invitation to evaluate. If the caller's roles change, all sessions except the current one end.
 */
export async function answerMyInvitation(call: Call<typeof contract.answerMyInvitation>) {
  const { db, body, caller, now } = call;
  await db.transaction(async (tx) => {
    await answerInvitation(tx, caller.id, body, now(), caller.sessionId);
    if (body.answer !== "no") await recordInvitationConsent(tx, caller.id, call);
  });
  return (await describeInvitation(db, caller, now())) ?? fail("not_found");
}

/** Records that the invited person accepted the privacy policy that the invitation form links. */
export function recordInvitationConsent(
  tx: Executor,
  userId: string,
  {
    config,
    language,
    now,
  }: Pick<Call<typeof contract.answerMyInvitation>, "config" | "language" | "now">,
) {
  return recordConsents(tx, config, { userId, language, source: "invitation", now: now() });
}

/**
 * Stores a user's answer to the invitation to evaluate the current edition. Fails after the user has begun to evaluate.
 * The answers "yes" and "less" (fewer projects) grant the evaluator role; the answer "no" revokes the role. Rule:
 * evaluation.invited.
 *
 * @param keep the session that stays open
 */
export async function answerInvitation(
  tx: Executor,
  userId: string,
  { answer, words = "", ...given }: InvitationAnswered,
  now: Date,
  keep?: string,
): Promise<User> {
  const edition = await currentEdition(tx, now);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  const mine = isOf(edition, userId);
  const [invitation] = await tx.select().from(invitations).where(mine);
  if (!user || !invitation?.invitedAt) return fail("not_found");
  const round = await roundOf(tx, edition, invitation);
  if (isOver(invitation, round, now)) return fail("invitation_over");
  if (await hasBegun(tx, edition, userId)) return fail("already_begun");
  if (answer !== "no" && !canJoin(round, user.roles)) return fail("staff_on_jury");
  // The answer "yes" accepts the number of projects in the invitation, which can be smaller than the number of all
  // projects.
  const capacity = answer === "yes" ? invitation.capacity : (given.capacity ?? null);
  const terms = answer === "no" ? NO_TERMS : { ...NO_TERMS, ...given, capacity };
  await tx
    .update(invitations)
    .set({ ...terms, answer, answeredAt: now, words: answer === "no" ? words : "" })
    .where(mine);
  const granted = answer !== "no";
  // Only a round stored in the database has its own list of evaluators, so add the person to the list only for such a
  // round.
  if (granted && round.names) {
    const { editionId, number } = round;
    const seat = { editionId, round: number, userId, ...(number > 1 && { capacity }) };
    await tx.insert(roundJurors).values(seat).onConflictDoNothing();
  }
  if (user.roles.includes("evaluator") !== granted) {
    await setRole(tx, user.email, "evaluator", granted, now, keep);
  }
  const others = user.roles.filter((role) => role !== "evaluator");
  return { ...user, roles: granted ? [...others, "evaluator"] : others };
}

/** Returns the user's invitation and answer, or null if the user is not invited to the current edition. */
async function describeInvitation(db: Executor, user: Pick<User, "id" | "firstName">, now: Date) {
  const edition = await findCurrentEdition(db, now);
  if (!edition) return null;
  const [row] = await db.select().from(invitations).where(isOf(edition, user.id));
  if (!row?.invitedAt) return null;
  const round = await roundOf(db, edition, row);
  const { projects, hours, opens, closes } = await workAhead(db, round, row.capacity);
  const { answer, capacity, languages, sectors, conflicts, words } = row;
  return {
    edition: edition.year,
    first_name: user.firstName,
    projects,
    hours,
    opens_at: opens?.toISOString() ?? null,
    closes_at: closes?.toISOString() ?? null,
    answer_by: answerBy(row.invitedAt, closes).toISOString(),
    over: isOver(row, round, now),
    ...(round.names && { round: { number: round.number, names: round.names } }),
    ...{ answer, capacity, languages, conflicts, words },
    sectors: sectors as never,
    begun: await hasBegun(db, edition, user.id),
  };
}

/** Returns the round whose jury a person joins by accepting an invitation. */
async function roundOf(
  db: Executor,
  edition: Edition,
  { rounds: named }: Pick<typeof invitations.$inferSelect, "rounds">,
): Promise<Round> {
  const all = await readRounds(db, edition);
  return all.find(({ number }) => named.includes(number)) ?? firstRound(edition);
}

/**
 * Returns the expected work of an evaluator in a round: the number of projects, the hours needed, and the dates. A
 * later round has 0 projects, because the number depends on results that the invited person must not learn.
 *
 * @param capacity the agreed maximum number of projects; null means all projects
 */
export async function workAhead(tx: Executor, round: Round, capacity: number | null) {
  const sent = and(eq(submissions.editionId, round.editionId), submissions.current);
  const projects = round.number === 1 ? await tx.$count(submissions, sent) : 0;
  // Before any project is submitted, calculate the hours from the maximum number of projects that the evaluator agreed
  // to.
  const load = projects > 0 ? Math.min(projects, capacity ?? projects) : (capacity ?? 0);
  return {
    projects,
    hours: Math.ceil((load * READING_MINUTES) / 60),
    opens: round.opensAt,
    closes: round.closesAt,
  };
}

const isOf = (edition: Edition, userId: string) =>
  and(eq(invitations.editionId, edition.id), eq(invitations.userId, userId));

/**
 * Reports whether an invitation without an answer can no longer be answered, because it expired or the round is closed.
 * Returns false for an invitation with an answer, because the answer can still change (docs/decisions/0053).
 */
function isOver(
  { answer, invitedAt }: Pick<typeof invitations.$inferSelect, "answer" | "invitedAt">,
  round: Round,
  now: Date,
): boolean {
  if (answer !== null || invitedAt === null) return false;
  return isFinal(round) || answerBy(invitedAt, round.closesAt) <= now;
}

/** Reports whether the jury of a round accepts no more members. */
export const isFinal = ({ closedAt, isRead }: Round): boolean => closedAt !== null || isRead;

/** Reports whether the user has saved or closed any evaluation in an edition. */
async function hasBegun(tx: Executor, edition: Edition, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ begun: boolean }>(sql`
    select exists (select 1 from ${evaluations}
        where ${evaluations.evaluatorId} = ${userId} and ${evaluations.editionId} = ${edition.id})
      or exists (select 1 from ${evaluationRecords} where ${evaluationRecords.evaluatorId} = ${userId}
        and ${evaluationRecords.editionId} = ${edition.id}) as begun`);
  return rows[0]?.begun === true;
}

import { and, eq, sql } from "drizzle-orm";
import { answerBy, type InvitationAnswered, NO_TERMS } from "@/contract/evaluation/invitation";
import { READING_MINUTES } from "@/contract/evaluation/weights";
import type * as contract from "@/contract/users/invitation";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations, invitations } from "../db/schema/evaluations";
import { currentEdition, type Edition, findCurrentEdition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { setRole } from "./administer";
import { ownerOfMailToken } from "./mail-tokens";

type User = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "roles">;

/** What the invitation behind a mail's link asks for; null where there is none to answer. */
export async function readInvitation({ db, body, now }: Call<typeof contract.readInvitation>) {
  const owner = await ownerOfMailToken(db, "invitation", body.token, now());
  return { invitation: await describeInvitation(db, owner, now()) };
}

/** Says no by the link: whoever does not want to evaluate chooses no password. */
export async function declineInvitation({
  db,
  body: { token, words },
  now,
}: Call<typeof contract.declineInvitation>) {
  const owner = await ownerOfMailToken(db, "invitation", token, now());
  await db.transaction((tx) => answerInvitation(tx, owner.id, { answer: "no", words }, now()));
}

/** The caller's own invitation to the current edition. */
export async function getMyInvitation({ db, caller, now }: Call<typeof contract.getMyInvitation>) {
  return (await describeInvitation(db, caller, now())) ?? fail("not_found");
}

/** Answers it; the session it is answered in goes on, all others end with another role. */
export async function answerMyInvitation({
  db,
  body,
  caller,
  now,
}: Call<typeof contract.answerMyInvitation>) {
  await db.transaction((tx) => answerInvitation(tx, caller.id, body, now(), caller.sessionId));
  return (await describeInvitation(db, caller, now())) ?? fail("not_found");
}

/**
 * Keeps what somebody answers to the invitation of the current edition, until they have begun: a yes gives the role, with
 * less or not, a no takes it away again (rule evaluation.invited).
 *
 * @param keep the session that goes on
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
  if (isOver(invitation, edition, now)) return fail("invitation_over");
  if (await hasBegun(tx, edition, userId)) return fail("already_begun");
  // A plain yes is one to what was asked, which may be fewer projects than there are.
  const asked = answer === "yes" ? { ...NO_TERMS, capacity: invitation.capacity } : NO_TERMS;
  const terms = answer === "less" ? { ...NO_TERMS, ...given } : asked;
  await tx
    .update(invitations)
    .set({ ...terms, answer, answeredAt: now, words: answer === "no" ? words : "" })
    .where(mine);
  const granted = answer !== "no";
  if (user.roles.includes("evaluator") !== granted) {
    await setRole(tx, user.email, "evaluator", granted, now, keep);
  }
  const others = user.roles.filter((role) => role !== "evaluator");
  return { ...user, roles: granted ? [...others, "evaluator"] : others };
}

/** What is asked of somebody and what they answered; null where they were not invited to the current edition. */
async function describeInvitation(db: Executor, user: Pick<User, "id" | "firstName">, now: Date) {
  const edition = await findCurrentEdition(db, now);
  if (!edition) return null;
  const [row] = await db.select().from(invitations).where(isOf(edition, user.id));
  if (!row?.invitedAt) return null;
  const { projects, hours, opens, closes } = await workAhead(db, edition, row.capacity);
  const { answer, capacity, languages, sectors, conflicts, words } = row;
  return {
    edition: edition.year,
    first_name: user.firstName,
    projects,
    hours,
    opens_at: opens?.toISOString() ?? null,
    closes_at: closes?.toISOString() ?? null,
    answer_by: answerBy(row.invitedAt, closes).toISOString(),
    over: isOver(row, edition, now),
    ...{ answer, capacity, languages, conflicts, words },
    sectors: sectors as never,
    begun: await hasBegun(db, edition, user.id),
  };
}

/**
 * Returns what there is to read in an edition as things stand, how much of it an evaluator reads, how long that takes, and when.
 *
 * @param capacity how many are agreed at most; null: all of them
 */
export async function workAhead(tx: Executor, edition: Edition, capacity: number | null) {
  const sent = and(eq(submissions.editionId, edition.id), submissions.current);
  const projects = await tx.$count(submissions, sent);
  const load = Math.min(projects, capacity ?? projects);
  return {
    projects,
    hours: Math.ceil((load * READING_MINUTES) / 60),
    opens: edition.evaluationOpensAt,
    closes: edition.evaluationClosesAt,
  };
}

const isOf = (edition: Edition, userId: string) =>
  and(eq(invitations.editionId, edition.id), eq(invitations.userId, userId));

/** Whether nobody answered in time; who has answered may still change it (docs/decisions/0053). */
function isOver(
  { answer, invitedAt }: Pick<typeof invitations.$inferSelect, "answer" | "invitedAt">,
  { evaluationClosesAt }: Edition,
  now: Date,
): boolean {
  return answer === null && invitedAt !== null && answerBy(invitedAt, evaluationClosesAt) <= now;
}

/** Whether somebody has given anything in an edition, or closed it. */
async function hasBegun(tx: Executor, edition: Edition, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ begun: boolean }>(sql`
    select exists (select 1 from ${evaluations}
        where ${evaluations.evaluatorId} = ${userId} and ${evaluations.editionId} = ${edition.id})
      or exists (select 1 from ${evaluationRecords} where ${evaluationRecords.evaluatorId} = ${userId}
        and ${evaluationRecords.editionId} = ${edition.id}) as begun`);
  return rows[0]?.begun === true;
}

import { and, eq, lt, notInArray } from "drizzle-orm";
import { answerBy } from "@/contract/evaluation/invitation";
import type { Language } from "@/contract/languages";
import type { Database, Executor } from "../../db/connect";
import { identities, users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { invitations } from "../../db/schema/evaluations";
import { passkeys } from "../../db/schema/passkeys";
import { roundJurors } from "../../db/schema/rounds";
import { findCurrentEdition } from "../../editions/edition";
import { canJoin, findRound, type RoundKey } from "../../editions/rounds";
import { queueMail } from "../../mail/outbox";
import { setRole } from "../administer";
import { createMailToken, voidMailTokens } from "../mail-tokens";
import { isFinal, workAhead } from "./invitation";

type Invited = {
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  /** The maximum number of projects that the invitation asks the evaluator to read. By default, all projects. */
  capacity?: number | null | undefined;
  /** The id of the inviting account, or undefined if a command sends the invitation. */
  by?: string | undefined;
  /** The number of the round whose jury the person joins by accepting. By default, the first round. */
  round?: number | undefined;
};

/**
 * Result of an invitation to evaluate. `invited`: the person gets a link to set a first password. `asked`: the existing
 * account gets a mail. All other results change nothing. `closed`: the account is deactivated or erased. `no_edition`,
 * `no_round`: the edition or the round does not exist. `already_invited`: an invitation to another round waits for an
 * answer. `evaluation_over`: the round has ended. `staff_on_jury`: staff read results that the jury must not see.
 */
export type Invitation =
  | "invited"
  | "asked"
  | "evaluates_already"
  | "closed"
  | "no_edition"
  | "no_round"
  | "already_invited"
  | "evaluation_over"
  | "staff_on_jury";

/**
 * Invites a person to evaluate the current edition. Creates an account if necessary; the answer "yes" grants the role.
 * A new or unconfirmed account receives a link to set a password, because a stranger could have chosen the password of
 * an unconfirmed account. A new invitation resets the answer and replaces earlier links. Rule: evaluation.invited.
 */
export async function inviteEvaluator(
  db: Database,
  { capacity, by, round: number = 1, ...person }: Invited,
  now: Date,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const edition = await findCurrentEdition(tx, now);
    if (!edition) return "no_edition";
    const round = await findRound(tx, edition, number);
    if (!round) return "no_round";
    // Invited people must answer before the round ends, so refuse an invitation after the end of the round.
    if (isFinal(round) || (round.closesAt && round.closesAt <= now)) return "evaluation_over";
    const [known] = await tx
      .select()
      .from(users)
      .where(eq(users.email, person.email))
      .for("update");
    if (known?.deactivatedAt || known?.erasedAt) return "closed";
    if (known?.roles.includes("evaluator")) return "evaluates_already";
    if (known && !canJoin(round, known.roles)) return "staff_on_jury";
    if (known && (await isInvitedElsewhere(tx, edition.id, known.id, number))) {
      return "already_invited";
    }
    const [user] = known
      ? [known]
      : await tx
          .insert(users)
          .values({ ...person, createdAt: now, updatedAt: now })
          .returning();
    if (!user) throw new Error("an account was not stored");
    const asked = {
      ...{ invitedAt: now, invitedBy: by ?? null, answer: null, answeredAt: null },
      rounds: [number],
    };
    const agreed = capacity === undefined ? {} : { capacity };
    await tx
      .insert(invitations)
      .values({ editionId: edition.id, userId: user.id, ...asked, ...agreed })
      .onConflictDoUpdate({
        target: [invitations.editionId, invitations.userId],
        set: { ...asked, ...agreed },
      });
    const isInUse = user.emailConfirmedAt && (user.passwordHash || (await hasKey(tx, user.id)));
    if (!isInUse) await voidMailTokens(tx, "invitation", user.id, now);
    await queueMail(tx, {
      template: isInUse ? "invitation_known" : "invitation",
      userId: user.id,
      recipient: user.email,
      language: isInUse ? user.language : person.language,
      data: {
        ...(await mailData(tx, round, await capacityOf(tx, edition.id, user.id), now)),
        ...(round.names && { reading: round.names[isInUse ? user.language : person.language] }),
        first_name: user.firstName,
        ...(!isInUse && { token: await createMailToken(tx, "invitation", user.id, now) }),
      },
    });
    return isInUse ? "asked" : "invited";
  });
}

/**
 * Stores the maximum number of projects that an evaluator or an invited person agreed to read in a round; null means
 * all projects. The invitation stores this number for the first round and for a person who has not accepted yet. For a
 * later round, the table of jury members stores this number.
 */
export async function agreeCapacity(
  tx: Executor,
  { editionId, number }: RoundKey,
  userId: string,
  capacity: number | null,
): Promise<void> {
  if (number > 1) {
    const { editionId: edition, round, userId: user } = roundJurors;
    const seat = and(eq(edition, editionId), eq(round, number), eq(user, userId));
    const seated = await tx.update(roundJurors).set({ capacity }).where(seat).returning();
    if (seated.length > 0) return;
  }
  await tx
    .insert(invitations)
    .values({ editionId, userId, capacity })
    .onConflictDoUpdate({
      target: [invitations.editionId, invitations.userId],
      set: { capacity },
    });
}

/**
 * Removes an evaluator or withdraws an invitation: deletes the role, the agreed number of projects, and the link.
 * Scores of closed evaluations stay in the ranking. Scores of open evaluations count only if the person is invited
 * again. Agreements of past editions stay stored.
 */
export async function dismissEvaluator(
  tx: Executor,
  user: { id: string; email: string },
  now: Date,
): Promise<void> {
  const current = await findCurrentEdition(tx, now);
  const past = tx
    .select({ id: editions.id })
    .from(editions)
    .where(lt(editions.year, current?.year ?? 0));
  await tx
    .delete(invitations)
    .where(and(eq(invitations.userId, user.id), notInArray(invitations.editionId, past)));
  await voidMailTokens(tx, "invitation", user.id, now);
  await setRole(tx, user.email, "evaluator", false, now);
}

/** Reports whether the account has a sign-in method other than a password. */
async function hasKey(tx: Executor, userId: string): Promise<boolean> {
  const keys = await tx.$count(passkeys, eq(passkeys.userId, userId));
  return keys + (await tx.$count(identities, eq(identities.userId, userId))) > 0;
}

/** Reports whether an invitation of the person to another round of the edition has no answer yet. */
async function isInvitedElsewhere(tx: Executor, editionId: string, userId: string, round: number) {
  const mine = and(eq(invitations.editionId, editionId), eq(invitations.userId, userId));
  const [row] = await tx.select().from(invitations).where(mine);
  return row !== undefined && row.invitedAt !== null && !row.answer && !row.rounds.includes(round);
}

/** Returns the maximum number of projects that the person agreed to read, or null for all projects. */
async function capacityOf(tx: Executor, editionId: string, userId: string) {
  const mine = and(eq(invitations.editionId, editionId), eq(invitations.userId, userId));
  const [row] = await tx.select().from(invitations).where(mine);
  return row?.capacity ?? null;
}

/** Returns values for the invitation mail about the expected work. Omits unknown values. */
async function mailData(
  tx: Executor,
  round: Parameters<typeof workAhead>[1],
  capacity: number | null,
  now: Date,
): Promise<Record<string, string>> {
  const { projects, hours, opens, closes } = await workAhead(tx, round, capacity);
  return {
    answer_by: answerBy(now, closes).toISOString(),
    ...(capacity !== null && { capacity: String(capacity) }),
    // Omit the total number of projects if the agreed number is smaller, because the mail would then state two
    // contradicting numbers (rule evaluation.agreed).
    ...(projects > 0 && projects <= (capacity ?? projects) && { projects: String(projects) }),
    ...(hours > 0 && { hours: String(hours) }),
    ...(opens && opens > now && { opens: opens.toISOString() }),
    ...(closes && { deadline: closes.toISOString() }),
  };
}

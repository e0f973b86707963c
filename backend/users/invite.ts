import { and, eq } from "drizzle-orm";
import { answerBy } from "@/contract/evaluation/invitation";
import type { Language } from "@/contract/languages";
import type { Database, Executor } from "../db/connect";
import { identities, users } from "../db/schema/accounts";
import { invitations } from "../db/schema/evaluations";
import { passkeys } from "../db/schema/keys";
import { findCurrentEdition } from "../editions/edition";
import { queueMail } from "../mail/outbox";
import { setRole } from "./administer";
import { workAhead } from "./invitation";
import { createMailToken, voidMailTokens } from "./mail-tokens";

type Invited = {
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  /** As many projects as they are asked to read at most; unless told, all. */
  capacity?: number | null | undefined;
  /** Whose account invites; nobody's at a shell. */
  by?: string | undefined;
};

/**
 * What an invitation came to: a link to a first password, a mail to somebody who has an account already, nothing for
 * who evaluates, or a refusal because the account was closed or there is no edition to evaluate.
 */
export type Invitation = "invited" | "asked" | "evaluates_already" | "closed" | "no_edition";

/**
 * Asks somebody to evaluate the current edition, who gets an account if they have none, and the role once they say yes (rule
 * evaluation.invited). An account that nobody has proved to own gets the link too, because whoever opened it chose its password.
 * Inviting again asks anew, whatever was answered, and sends another link; the older ones no longer work.
 */
export async function inviteEvaluator(
  db: Database,
  { capacity, by, ...person }: Invited,
  now: Date,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const edition = await findCurrentEdition(tx, now);
    if (!edition) return "no_edition";
    const [known] = await tx
      .select()
      .from(users)
      .where(eq(users.email, person.email))
      .for("update");
    if (known?.deactivatedAt || known?.erasedAt) return "closed";
    if (known?.roles.includes("evaluator")) return "evaluates_already";
    const [user] = known
      ? [known]
      : await tx
          .insert(users)
          .values({ ...person, createdAt: now, updatedAt: now })
          .returning();
    if (!user) throw new Error("an account was not stored");
    const asked = { invitedAt: now, invitedBy: by ?? null, answer: null, answeredAt: null };
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
        ...(await mailData(tx, edition, await capacityOf(tx, edition.id, user.id), now)),
        first_name: user.firstName,
        ...(!isInUse && { token: await createMailToken(tx, "invitation", user.id, now) }),
      },
    });
    return isInUse ? "asked" : "invited";
  });
}

/** Keeps what is agreed with somebody who evaluates or is asked to: at most so many projects; null: all. */
export async function agreeCapacity(
  tx: Executor,
  { edition: editionId, user: userId }: { edition: string; user: string },
  capacity: number | null,
): Promise<void> {
  await tx
    .insert(invitations)
    .values({ editionId, userId, capacity })
    .onConflictDoUpdate({
      target: [invitations.editionId, invitations.userId],
      set: { capacity },
    });
}

/**
 * Somebody evaluates no longer, or is not asked to any more: the role goes, and with it what was agreed, and the link. Closed scores
 * stay in the ranking; others count for nothing, and are there again for whoever is invited again.
 */
export async function dismissEvaluator(
  tx: Executor,
  user: { id: string; email: string },
  now: Date,
): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.userId, user.id));
  await voidMailTokens(tx, "invitation", user.id, now);
  await setRole(tx, user.email, "evaluator", false, now);
}

/** Whether something opens the account besides a password. */
async function hasKey(tx: Executor, userId: string): Promise<boolean> {
  const keys = await tx.$count(passkeys, eq(passkeys.userId, userId));
  return keys + (await tx.$count(identities, eq(identities.userId, userId))) > 0;
}

/** How many projects are agreed with somebody at most, from now or before; null: all. */
async function capacityOf(tx: Executor, editionId: string, userId: string) {
  const mine = and(eq(invitations.editionId, editionId), eq(invitations.userId, userId));
  const [row] = await tx.select().from(invitations).where(mine);
  return row?.capacity ?? null;
}

/** What awaits an evaluator as things stand: nothing is said of what is not known yet. */
async function mailData(
  tx: Executor,
  edition: Parameters<typeof workAhead>[1],
  capacity: number | null,
  now: Date,
): Promise<Record<string, string>> {
  const { projects, hours, opens, closes } = await workAhead(tx, edition, capacity);
  return {
    answer_by: answerBy(now, closes).toISOString(),
    ...(capacity !== null && { capacity: String(capacity) }),
    ...(projects > 0 && { projects: String(projects), hours: String(hours) }),
    ...(opens && opens > now && { opens: opens.toISOString() }),
    ...(closes && { deadline: closes.toISOString() }),
  };
}

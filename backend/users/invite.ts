import { and, eq } from "drizzle-orm";
import { READING_MINUTES } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { Database, Executor } from "../db/connect";
import { identities, users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { passkeys } from "../db/schema/keys";
import { findCurrentEdition } from "../editions/edition";
import { queueMail } from "../mail/outbox";
import { withRole } from "./administer";
import { createMailToken, voidMailTokens } from "./mail-tokens";
import { endSessions } from "./sessions/sessions";

type Invited = { email: string; firstName: string; lastName: string; language: Language };

/**
 * What an invitation came to: a link to a first password, a notice to somebody who has an account
 * already, nothing new, or a refusal because the account was closed.
 */
export type Invitation = "invited" | "granted" | "granted_already" | "closed";

/**
 * Makes an evaluator of an address, with an account if it has none. An account that nobody has
 * proved to own gets the link too, because whoever opened it chose its password. Inviting again
 * sends another link; the older ones no longer work.
 */
export async function inviteEvaluator(
  db: Database,
  person: Invited,
  now: Date,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select()
      .from(users)
      .where(eq(users.email, person.email))
      .for("update");
    if (known?.deactivatedAt || known?.erasedAt) return "closed";
    const [user] = await tx
      .insert(users)
      .values({ ...person, roles: ["evaluator"], createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: users.email, set: { roles: withRole("evaluator") } })
      .returning();
    if (!user) throw new Error("an account was not stored");
    if (user.emailConfirmedAt && (user.passwordHash || (await hasKey(tx, user.id)))) {
      if (known?.roles.includes("evaluator")) return "granted_already";
      await endSessions(tx, user.id, { now });
      await queueMail(tx, {
        template: "evaluator_granted",
        userId: user.id,
        recipient: user.email,
        language: user.language,
        data: { ...(await workAhead(tx, now)), first_name: user.firstName },
      });
      return "granted";
    }
    await voidMailTokens(tx, "invitation", user.id, now);
    await queueMail(tx, {
      template: "invitation",
      userId: user.id,
      recipient: user.email,
      language: person.language,
      data: {
        ...(await workAhead(tx, now)),
        first_name: user.firstName,
        token: await createMailToken(tx, "invitation", user.id, now),
      },
    });
    return "invited";
  });
}

/** Whether something opens the account besides a password. */
async function hasKey(tx: Executor, userId: string): Promise<boolean> {
  const keys = await tx.$count(passkeys, eq(passkeys.userId, userId));
  return keys + (await tx.$count(identities, eq(identities.userId, userId))) > 0;
}

/** What awaits an evaluator as things stand: nothing is said of what is not known yet. */
async function workAhead(tx: Executor, now: Date): Promise<Record<string, string>> {
  const edition = await findCurrentEdition(tx, now);
  if (!edition) return {};
  const { evaluationOpensAt: opens, evaluationClosesAt: closes } = edition;
  const sent = and(eq(submissions.editionId, edition.id), submissions.current);
  const projects = await tx.$count(submissions, sent);
  return {
    ...(projects > 0 && {
      projects: String(projects),
      hours: String(Math.ceil((projects * READING_MINUTES) / 60)),
    }),
    ...(opens && opens > now && { opens: opens.toISOString() }),
    ...(closes && { deadline: closes.toISOString() }),
  };
}

import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { identities, mailTokens, sessions, users } from "../db/schema/accounts";
import { editionLog } from "../db/schema/applications";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { eraseBytes } from "../files/erase-bytes";
import { eraseApplications } from "../project/erase-applications";

type Tools = Pick<Dependencies, "db" | "config" | "store">;
const DAY = 86_400_000;

/** An address that nobody can own (RFC 2606) and that still tells two erased accounts apart. */
const pseudonym = (id: string) => `${id}@erased.invalid`;

/** Erases everybody whose account has been closed for longer than the retention time; how many. */
export async function eraseDue(tools: Tools, now: Date): Promise<number> {
  const { db, config } = tools;
  const before = new Date(now.getTime() - config.ERASE_AFTER_DAYS * DAY);
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(isNotNull(users.deactivatedAt), lte(users.deactivatedAt, before), isNull(users.erasedAt)),
    );
  for (const { id } of due) await eraseAccount(tools, id, now);
  return due.length;
}

/**
 * Erases the person from a deactivated account, for good. What stays is an id that identifies nobody, the
 * consents that were given (the law wants proof), receipt numbers and hashes, and the
 * scores that evaluators froze. False when the account is in use or was erased before.
 */
export async function eraseAccount(tools: Tools, id: string, now: Date): Promise<boolean> {
  const erased = await tools.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.deactivatedAt), isNull(users.erasedAt)))
      .for("update");
    if (!user) return null;
    await forgetTraces(tx, user);
    const bytes = await eraseApplications(tx, id);
    await tx
      .update(users)
      .set({
        email: pseudonym(id),
        firstName: "",
        lastName: "",
        passwordHash: null,
        newsletter: false,
        interest: null,
        roles: [],
        erasedAt: now,
        updatedAt: now,
      })
      .where(eq(users.id, id));
    return bytes;
  });
  if (erased) await eraseBytes(tools, erased);
  return erased !== null;
}

/** Ways in, devices, mails, and what else knows the address. */
async function forgetTraces(tx: Executor, { id, email }: { id: string; email: string }) {
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, id));
  await tx.delete(whitepaperRequests).where(eq(whitepaperRequests.email, email));
  const mails = or(eq(outbox.userId, id), eq(outbox.recipient, email));
  await tx.delete(outbox).where(and(mails, isNull(outbox.sentAt)));
  // The fact that a mail was sent is kept, as the record of what staff sent; recipient and content are not.
  await tx
    .update(outbox)
    .set({ recipient: pseudonym(id), data: {}, lastError: null })
    .where(mails);
  await tx
    .update(editionLog)
    .set({ data: sql`${editionLog.data} || ${JSON.stringify({ email: pseudonym(id) })}::jsonb` })
    .where(sql`${editionLog.data}->>'email' = ${email}`);
}

import { and, eq, gt, isNull } from "drizzle-orm";
import { CONFIRM_HOURS, INVITATION_DAYS, RESET_MINUTES } from "@/contract/limits";
import type { Executor } from "../db/connect";
import { hashToken } from "../db/hash-token";
import { mailTokens, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { randomToken } from "./sessions/tokens";

/** How long a link in a mail is valid, in seconds. The mails say so. */
const SECONDS = {
  confirm: CONFIRM_HOURS * 3600,
  reset: RESET_MINUTES * 60,
  invitation: INVITATION_DAYS * 24 * 3600,
} as const;

export type MailTokenKind = keyof typeof SECONDS;

/** Makes a single-use token for a mail and stores its hash. */
export async function createMailToken(
  tx: Executor,
  kind: MailTokenKind,
  userId: string,
  now: Date,
  registrationId?: string,
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + SECONDS[kind] * 1000);
  await tx
    .insert(mailTokens)
    .values({ hash: hashToken(token), userId, kind, expiresAt, registrationId });
  return token;
}

function good(kind: MailTokenKind, token: string, now: Date) {
  return and(
    eq(mailTokens.hash, hashToken(token)),
    eq(mailTokens.kind, kind),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );
}

/** The account a valid token belongs to, without using it up; 410 for any other token. */
export async function ownerOfMailToken(
  db: Executor,
  kind: MailTokenKind,
  token: string,
  now: Date,
): Promise<typeof users.$inferSelect> {
  const [row] = await db
    .select({ user: users })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(and(good(kind, token, now), isNull(users.deactivatedAt)));
  return row?.user ?? fail("token_expired");
}

/**
 * Uses a token up, along with the account's others of its kind: 410 when it is unknown, expired,
 * used, or used by a parallel request.
 */
export async function spendMailToken(
  tx: Executor,
  kind: MailTokenKind,
  token: string,
  now: Date,
): Promise<typeof mailTokens.$inferSelect> {
  const [row] = await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(good(kind, token, now))
    .returning();
  if (!row) return fail("token_expired");
  await voidMailTokens(tx, kind, row.userId, now);
  return row;
}

/** Invalidates an account's open links of a kind. */
export async function voidMailTokens(
  tx: Executor,
  kind: MailTokenKind,
  userId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(
      and(eq(mailTokens.userId, userId), eq(mailTokens.kind, kind), isNull(mailTokens.usedAt)),
    );
}

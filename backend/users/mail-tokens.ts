import { and, eq, gt, isNull } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { mailTokens, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { hashToken, randomToken } from "./tokens";

/** How long a link in a mail is good, in seconds. The mails say so in words. */
const SECONDS = { confirm: 24 * 3600, reset: 3600, invitation: 7 * 24 * 3600 } as const;

export type MailTokenKind = keyof typeof SECONDS;

/** Makes a single-use token for a mail and stores its hash. */
export async function createMailToken(
  tx: Executor,
  kind: MailTokenKind,
  userId: string,
  now: Date,
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + SECONDS[kind] * 1000);
  await tx.insert(mailTokens).values({ hash: hashToken(token), userId, kind, expiresAt });
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

/** The account a good token belongs to, without using it up; 410 for any other token. */
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
 * Uses a token up, and with it the account's other ones of its kind: 410 when it is unknown, old,
 * used, or used by a parallel request.
 */
export async function spendMailToken(
  tx: Executor,
  kind: MailTokenKind,
  token: string,
  now: Date,
): Promise<string> {
  const [row] = await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(good(kind, token, now))
    .returning({ userId: mailTokens.userId });
  if (!row) return fail("token_expired");
  await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(
      and(eq(mailTokens.userId, row.userId), eq(mailTokens.kind, kind), isNull(mailTokens.usedAt)),
    );
  return row.userId;
}

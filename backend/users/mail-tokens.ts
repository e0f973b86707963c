import { and, eq, gt, isNull } from "drizzle-orm";
import { CONFIRM_HOURS, EMAIL_BACK_DAYS, INVITATION_DAYS, RESET_MINUTES } from "@/contract/limits";
import type { checkLink } from "@/contract/users/users";
import type { Executor } from "../db/connect";
import { hashToken } from "../db/hash-token";
import { mailTokens, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { randomToken } from "./sessions/tokens";

/** Validity of each kind of mailed link, in seconds. The mails state this validity. */
const SECONDS = {
  confirm: CONFIRM_HOURS * 3600,
  reset: RESET_MINUTES * 60,
  invitation: INVITATION_DAYS * 24 * 3600,
  email: CONFIRM_HOURS * 3600,
  email_back: EMAIL_BACK_DAYS * 24 * 3600,
} as const;

export type MailTokenKind = keyof typeof SECONDS;
export type Token = typeof mailTokens.$inferSelect;

/** Creates a single-use token for a mail and stores its hash. */
export async function createMailToken(
  tx: Executor,
  kind: MailTokenKind,
  userId: string,
  now: Date,
  more: Partial<Pick<Token, "registrationId" | "email" | "sessionId">> = {},
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + SECONDS[kind] * 1000);
  await tx.insert(mailTokens).values({ hash: hashToken(token), userId, kind, expiresAt, ...more });
  return token;
}

function good(token: string, now: Date, kind?: MailTokenKind) {
  return and(
    eq(mailTokens.hash, hashToken(token)),
    kind && eq(mailTokens.kind, kind),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );
}

/** Reports whether a mailed token of any kind is still valid, without marking it as used. */
export async function checkMailLink({ db, body, now }: Call<typeof checkLink>) {
  const [row] = await db
    .select({ id: users.id })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(and(good(body.token, now()), isNull(users.deactivatedAt)));
  if (!row) fail("token_expired");
}

/**
 * Returns the account to which a valid mailed token belongs, without marking the token as used. Fails with 410 for any
 * other token.
 */
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
    .where(and(good(token, now, kind), isNull(users.deactivatedAt)));
  return row?.user ?? fail("token_expired");
}

/**
 * Marks a mailed token, and the account's other tokens of the same kind, as used. Fails with 410 if the token is
 * unknown, expired, or already used, also by a parallel request.
 */
export async function spendMailToken(
  tx: Executor,
  kind: MailTokenKind,
  token: string,
  now: Date,
): Promise<Token> {
  const [row] = await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(good(token, now, kind))
    .returning();
  if (!row) return fail("token_expired");
  await voidMailTokens(tx, kind, row.userId, now);
  return row;
}

/** Invalidates all unused links of one kind that were mailed to an account. */
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

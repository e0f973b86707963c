import { and, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { DAY, HOUR } from "@/contract/durations";
import { ASKED_MONTHS, CONSENT_YEARS, ENDED_SESSION_DAYS, MAIL_DAYS } from "@/contract/limits";
import type { Database } from "./db/connect";
import {
  consents,
  dataRequests,
  impersonations,
  mailTokens,
  refreshTokens,
  sessions,
  usedProviderTokens,
  users,
} from "./db/schema/accounts";
import { pendingApprovals } from "./db/schema/audit-log";
import { outbox, whitepaperRequests } from "./db/schema/mail";
import { challenges } from "./db/schema/passkeys";
import { previewLinks } from "./db/schema/preview-links";
import { forgetOldLimits } from "./http/rate-limit";
import { EXPIRED } from "./mail/mail-state";

/** Milliseconds for which mailed links are kept after they have expired. */
const KEEP_LINKS = 7 * DAY;
/**
 * Milliseconds for which ended sessions are kept after their last use, so that a known device is not reported as new.
 */
const KEEP_SESSIONS = ENDED_SESSION_DAYS * DAY;

/**
 * Deletes expired records: counters, mailed links, challenges, tokens, sessions, consents, and the contents and
 * recipients of old mails.
 */
export async function deleteExpiredRecords(db: Database, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const monthsAgo = (months: number) =>
    sql`${now.toISOString()}::timestamptz - make_interval(months => ${months}::int)`;
  await forgetOldLimits(db, now);
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, ago(KEEP_LINKS)));
  // Keeps challenges for an hour after their expiry, so that a late answer is reported as late instead of unknown.
  await db.delete(challenges).where(lt(challenges.expiresAt, ago(HOUR)));
  await db.delete(impersonations).where(lt(impersonations.endsAt, now));
  await db.delete(previewLinks).where(lt(previewLinks.expiresAt, now));
  await db.delete(pendingApprovals).where(lt(pendingApprovals.expiresAt, now));
  await db.delete(usedProviderTokens).where(lt(usedProviderTokens.expiresAt, now));
  // Keeps used refresh tokens until their expiry, because a second use reveals a thief.
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  const tokens = db
    .select({ one: sql`1` })
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessions.id));
  await db
    .delete(sessions)
    .where(
      and(
        lt(sessions.lastUsedAt, ago(KEEP_SESSIONS)),
        or(isNotNull(sessions.revokedAt), notExists(tokens)),
      ),
    );
  await db
    .delete(whitepaperRequests)
    .where(lt(whitepaperRequests.createdAt, monthsAgo(ASKED_MONTHS)));
  await db
    .update(dataRequests)
    .set({ email: "", note: "", answer: "" })
    .where(
      and(
        sql`${dataRequests.answeredOn} + make_interval(months => ${ASKED_MONTHS}::int) < ${romeDay(now)}::date`,
        ne(dataRequests.email, ""),
      ),
    );
  // Keeps the proof of a consent for `CONSENT_YEARS` years after the consent was withdrawn or the person was erased.
  const withdrawn = sql`(select max(no.at) from ${consents} no
    where no.user_id = ${consents.userId} and no.kind = ${consents.kind} and not no.accepted)`;
  const erased = sql`(select u.erased_at from ${users} u where u.id = ${consents.userId})`;
  const old = monthsAgo(CONSENT_YEARS * 12);
  await db
    .delete(consents)
    .where(sql`${erased} < ${old} or (${withdrawn} < ${old} and ${consents.at} <= ${withdrawn})`);
  // Keeps the template and the date of old mails as a record of sent mails.
  await db
    .update(outbox)
    .set({ recipient: "", data: {}, lastError: null, says: null })
    .where(
      and(
        or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)),
        lt(outbox.createdAt, ago(MAIL_DAYS * DAY)),
        ne(outbox.recipient, ""),
      ),
    );
  await db
    .update(outbox)
    .set({ data: sql`${outbox.data} - 'token'`, failedAt: now, lastError: EXPIRED, says: null })
    .where(
      and(
        isNull(outbox.sentAt),
        lt(outbox.createdAt, ago(KEEP_LINKS)),
        sql`${outbox.data} ? 'token'`,
      ),
    );
}

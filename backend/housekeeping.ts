import { and, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { MAIL_DAYS } from "@/contract/limits";
import { DAY, HOUR } from "@/contract/spans";
import type { Database } from "./db/connect";
import {
  dataRequests,
  mailTokens,
  refreshTokens,
  seeings,
  sessions,
  usedProviderTokens,
} from "./db/schema/accounts";
import { proposedActs } from "./db/schema/journal";
import { challenges } from "./db/schema/keys";
import { outbox, whitepaperRequests } from "./db/schema/mail";
import { forgetOldLimits } from "./http/rate-limit";
import { EXPIRED } from "./mail/mail-state";

/** No link in a mail is valid for longer (invitations). */
const KEEP_LINKS = 7 * DAY;
/** Sessions stay known for a while, so that a known device is not reported as a new one. */
const KEEP_SESSIONS = 180 * DAY;
/** "24 mesi" in the web privacy policy: how long we know who asked for the whitepaper, or, without an account, about their data. */
const KEEP_REQUESTS = 730 * DAY;

/** Deletes what is no longer of use: counters, links, challenges, tokens, sessions, tokens in failed mails, what old mails said to whom. */
export async function keepHouse(db: Database, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await forgetOldLimits(db, now);
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, ago(KEEP_LINKS)));
  // An hour longer than they can be used: a late answer hears that it is late, not that nobody asked.
  await db.delete(challenges).where(lt(challenges.expiresAt, ago(HOUR)));
  await db.delete(seeings).where(lt(seeings.endsAt, now));
  await db.delete(proposedActs).where(lt(proposedActs.expiresAt, now));
  await db.delete(usedProviderTokens).where(lt(usedProviderTokens.expiresAt, now));
  // A used token has to stay until it would have expired: its reuse is what gives a thief away.
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
  await db.delete(whitepaperRequests).where(lt(whitepaperRequests.createdAt, ago(KEEP_REQUESTS)));
  await db
    .update(dataRequests)
    .set({ email: "", note: "", answer: "" })
    .where(
      and(lt(dataRequests.answeredOn, romeDay(ago(KEEP_REQUESTS))), ne(dataRequests.email, "")),
    );
  // Of a mail that is over, what it was and when it left stay: the record of what was sent.
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

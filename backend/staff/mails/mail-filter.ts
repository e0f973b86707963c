import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { LANGUAGES } from "@/contract/languages";
import type { mailsFilterSchema } from "@/contract/staff/mails";
import { MAIL_PATIENCE_MINUTES } from "@/contract/staff/today";
import { fold } from "@/contract/text/normalize-text";
import { users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import { isLastRejection, stateOfMail } from "../../mail/mail-state";
import { mailMessages, NAMED } from "../../mail/messages";
import { containsWord } from "../search-words";

export type MailFilter = z.output<typeof mailsFilterSchema>;

export const mailState = stateOfMail(MAIL_PATIENCE_MINUTES);

/**
 * Returns the SQL condition over `outbox` left-joined with `users` for the emails that match a filter. Lists, counts,
 * and retries all use this condition.
 */
export function mailsMatching(
  { state, address, search = "", since, letter, template, day }: MailFilter,
  now: Date,
): SQL | undefined {
  return and(
    state && sql`${mailState} = ${state}`,
    address && isLastRejection,
    since && isToday(now),
    letter ? eq(outbox.letterId, letter) : undefined,
    template ? eq(outbox.template, template) : undefined,
    day
      ? and(gte(outbox.createdAt, romeMidnight(day)), lt(outbox.createdAt, romeDayEnd(day)))
      : undefined,
    ...search.split(/\s+/u).filter(Boolean).map(hasWord),
  );
}

/**
 * SQL condition: since midnight in Rome, the email was queued or sent, or the worker gave up sending it.
 */
function isToday(now: Date): SQL | undefined {
  const midnight = romeMidnight(romeDay(now));
  return or(
    gte(outbox.createdAt, midnight),
    gte(outbox.sentAt, midnight),
    gte(outbox.failedAt, midnight),
  );
}

/**
 * SQL condition: a word occurs in the address, the name, or the email's title in any language. Ignores case and
 * accents.
 */
function hasWord(word: string): SQL | undefined {
  const folded = fold(word);
  const named = NAMED.filter((template) =>
    LANGUAGES.some((language) => {
      const { subject, title } = mailMessages(language, template);
      return fold(`${subject} ${title}`).includes(folded);
    }),
  );
  return or(
    // `search_key` takes most of the time of a search, so call it rarely. For an ASCII address, lower case gives the
    // same result, and almost all addresses are ASCII. For names, the database stores the result of `search_key`.
    containsWord(sql`lower(${outbox.recipient})`, word),
    sql`(octet_length(${outbox.recipient}) > char_length(${outbox.recipient})
      and ${containsWord(sql`search_key(${outbox.recipient})`, word)})`,
    containsWord(users.nameOrder, word),
    sql`(${outbox.template} = 'letter' and ${containsWord(sql`search_key(${outbox.data} ->> 'subject')`, word)})`,
    named.length > 0 ? inArray(outbox.template, named) : undefined,
  );
}

import { and, desc, gt, gte, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { MAIL_STATES, type MailState } from "@/contract/staff/mail-activity";
import type { listMailings as contract } from "@/contract/staff/mailings";
import { MAILING_DAYS, MAILINGS_SHOWN } from "@/contract/staff/mailings";
import { letters, outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { TO_MANY } from "../../mail/messages";
import { mailState } from "./mail-filter";
import { subjectsOf } from "./subjects-of";

/**
 * Lists recent mailings. A mailing is a letter, or all emails of one template that were queued on the same day in Rome.
 */
export async function listMailings({ db, arrivedAt }: Call<typeof contract>) {
  // Group by hour first, because calculating the day in Rome for each email is much slower. Days in Rome begin on a
  // full hour.
  const hours = db
    .select({
      template: outbox.template,
      letter: outbox.letterId,
      hour: sql<Date>`date_bin('1 hour', ${outbox.createdAt}, 'epoch')`.as("hour"),
      state: sql<MailState>`${mailState}`.as("state"),
      own: sql<number>`count(*)`.as("own"),
      at: sql<Date>`max(${outbox.createdAt})`.as("at"),
    })
    .from(outbox)
    .where(
      and(
        inArray(outbox.template, [...TO_MANY]),
        // Excludes test emails of letters: these are the only emails of the template `letter` that belong to no letter.
        or(ne(outbox.template, "letter"), isNotNull(outbox.letterId)),
        gte(outbox.createdAt, new Date(arrivedAt.getTime() - MAILING_DAYS * DAY)),
      ),
    )
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`)
    .as("hours");
  const sum = (of?: MailState) =>
    sql<number>`coalesce(sum(${hours.own}) ${of ? sql`filter (where ${hours.state} = ${of})` : sql``}, 0)`.mapWith(
      Number,
    );
  const states = Object.fromEntries(MAIL_STATES.map((state) => [state, sum(state)])) as Record<
    MailState,
    SQL<number>
  >;
  const last = sql`max(${hours.at})`.mapWith(outbox.createdAt);
  const found = await db
    .select({
      template: hours.template,
      letter: hours.letter,
      day: sql<string>`(${hours.hour} at time zone ${sql.raw(`'${PROGRAMME_ZONE}'`)})::date::text`,
      at: last,
      count: sum(),
      states,
    })
    .from(hours)
    .groupBy(sql`1`, sql`2`, sql`3`)
    .having(gt(sum(), 1))
    .orderBy(desc(last), hours.template)
    .limit(MAILINGS_SHOWN);
  const written = await db
    .select({ id: letters.id, texts: letters.texts })
    .from(letters)
    .where(
      inArray(
        letters.id,
        found.flatMap(({ letter }) => letter ?? []),
      ),
    );
  const texts = new Map(written.map((one) => [one.id, one.texts]));
  return {
    mailings: found.map(({ at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      subjects: subjectsOf(texts.get(row.letter ?? "")),
    })),
  };
}

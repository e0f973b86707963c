import { and, count, desc, gt, gte, inArray, max, type SQL, sql } from "drizzle-orm";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { DAY } from "@/contract/spans";
import { MAIL_STATES, type MailState } from "@/contract/staff/application";
import type { listMailings as contract } from "@/contract/staff/mailings";
import { MAILING_DAYS, MAILINGS_SHOWN } from "@/contract/staff/mailings";
import { letters, outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { TO_MANY } from "../../mail/words";
import { subjectsOf } from "../letters/subjects-of";
import { mailState } from "./mail-filter";

/** What went to many of late: a letter, or the mails of one template that were queued on one day in Rome. */
export async function listMailings({ db, arrivedAt }: Call<typeof contract>) {
  const each = db
    .select({
      template: outbox.template,
      letter: outbox.letterId,
      at: outbox.createdAt,
      day: sql<string>`(${outbox.createdAt} at time zone ${PROGRAMME_ZONE})::date::text`.as("day"),
      state: sql<MailState>`${mailState}`.as("state"),
    })
    .from(outbox)
    .where(
      and(
        inArray(outbox.template, [...TO_MANY]),
        gte(outbox.createdAt, new Date(arrivedAt.getTime() - MAILING_DAYS * DAY)),
      ),
    )
    .as("each");
  const states = Object.fromEntries(
    MAIL_STATES.map((state) => [
      state,
      sql<number>`count(*) filter (where ${each.state} = ${state})`.mapWith(Number),
    ]),
  ) as Record<MailState, SQL<number>>;
  const last = max(each.at);
  const found = await db
    .select({
      template: each.template,
      letter: each.letter,
      day: each.day,
      at: last,
      count: count(),
      states,
    })
    .from(each)
    .groupBy(each.template, each.letter, each.day)
    .having(gt(count(), 1))
    .orderBy(desc(last), each.template)
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
      at: (at ?? arrivedAt).toISOString(),
      subjects: subjectsOf(texts.get(row.letter ?? "")),
    })),
  };
}

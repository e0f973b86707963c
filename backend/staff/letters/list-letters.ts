import { and, asc, count, desc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { LANGUAGES } from "@/contract/languages";
import type * as contract from "@/contract/staff/letters";
import { LEFT_OUT } from "@/contract/staff/letters";
import { MAIL_STATES, type MailState } from "@/contract/staff/mail-activity";
import { isAbout } from "../../audit-log/entries";
import { readAuditEntries } from "../../audit-log/read-entries";
import type { Executor } from "../../db/connect";
import { editions } from "../../db/schema/applications";
import { letters, outbox } from "../../db/schema/mail";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { beyond, pageOf } from "../keyset";
import { mailState } from "../mails/mail-filter";
import { subjectsOf } from "../mails/subjects-of";

/**
 * Lists the letters (bulk emails written by staff), one page at a time, with their delivery state.
 */
export async function listLetters({ db, query }: Call<typeof contract.listLetters>) {
  const way = query.before === undefined ? desc : asc;
  const [found, total] = await Promise.all([
    selectLetters(db)
      .where(beyond(query, letters.createdAt, letters.id))
      .orderBy(way(letters.createdAt), way(letters.id))
      .limit(query.per_page + 1),
    db.$count(letters),
  ]);
  const { rows, ...pages } = pageOf(found, query, ({ letter }) => letter.createdAt);
  return { letters: await toRows(db, rows), total, ...pages };
}

/** Returns one letter with its texts, reason, sender, skipped recipients, and delivery progress. */
export async function getLetter({ db, params }: Call<typeof contract.getLetter>) {
  const id = readId(params.id);
  const [found] = await selectLetters(db).where(eq(letters.id, id));
  if (!found) return fail("not_found");
  const [row] = await toRows(db, [found]);
  const [line] = await readAuditEntries(db, isAbout({ letter: id })).limit(1);
  const waiting = and(eq(outbox.letterId, id), isNull(outbox.sentAt), isNull(outbox.failedAt));
  const [last] = await db
    .select({ at: max(outbox.nextAttemptAt) })
    .from(outbox)
    .where(waiting);
  const { texts, leftOut } = found.letter;
  if (!row) return fail("not_found");
  return {
    ...row,
    texts: LANGUAGES.flatMap((language) =>
      texts[language]?.text ? [{ language, ...texts[language] }] : [],
    ),
    left_out_by: LEFT_OUT.flatMap((name) =>
      leftOut[name] ? [{ name, count: leftOut[name] }] : [],
    ),
    reason: line?.reason ?? null,
    line: line?.number ?? null,
    last_at: last?.at?.toISOString() ?? null,
  };
}

export function selectLetters(db: Executor) {
  return db
    .select({ id: letters.id, letter: letters, edition: editions.year })
    .from(letters)
    .innerJoin(editions, eq(editions.id, letters.editionId))
    .$dynamic();
}

export type FoundLetter = Awaited<ReturnType<typeof selectLetters>>[number];

/** Converts database rows to the contract's format, in the same order. */
export async function toRows(db: Executor, found: readonly FoundLetter[]) {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const mails = db
    .select({ letter: outbox.letterId, state: sql<MailState>`${mailState}`.as("state") })
    .from(outbox)
    .where(inArray(outbox.letterId, ids))
    .as("mails");
  const counted = await db
    .select({ letter: mails.letter, state: mails.state, own: count() })
    .from(mails)
    .groupBy(mails.letter, mails.state);
  const lines = await Promise.all(
    ids.map(async (id) => (await readAuditEntries(db, isAbout({ letter: id })).limit(1))[0]),
  );
  return found.map(({ letter, edition }, index) => {
    const line = lines[index];
    const states = Object.fromEntries(MAIL_STATES.map((state) => [state, 0]));
    for (const { letter: of, state, own } of counted) if (of === letter.id) states[state] = own;
    return {
      id: letter.id,
      at: letter.createdAt.toISOString(),
      edition,
      audience: letter.audience,
      subjects: subjectsOf(letter.texts),
      who: line?.actor ?? line?.by ?? null,
      count: letter.count,
      left_out: Object.values(letter.leftOut).reduce((all, own) => all + own, 0),
      states: states as Record<MailState, number>,
    };
  });
}

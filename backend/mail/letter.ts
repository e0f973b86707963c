import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import {
  LEFT_OUT,
  LEFT_OUT_PER_PAGE,
  LETTERS_PER_SECOND,
  type LeftOut,
  type LetterTexts,
} from "@/contract/staff/letters";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { isRejecting } from "./mail-state";

/** A possible recipient of a letter, with the language and the reason for skipping, if any. */
type Addressee = { id: string; language: Language; why: LeftOut | null };
/** Number of recipients, or of skipped ones by reason, in a language. `sha256` identifies exactly these people. */
export type Counted = { language: Language; why: LeftOut | null; count: number; sha256: string };

/** Locks the queueing of letters, so that a second letter sees who received the first. */
export async function lockLetters(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letters', 0))`);
}

/**
 * Returns a query for applications by a condition over `projects` joined with `users`, with the letter's recipient and the
 * reason for skipping. The rows stay in the database, so that ten thousand rows never load into this process.
 */
function addressees(which: SQL | undefined, texts: LetterTexts): SQL {
  const known = sql.join(
    LANGUAGES.map((language) => sql`${language}`),
    sql`, `,
  );
  const words = sql.join(
    LANGUAGES.map((language) => {
      const { subject, text } = texts[language];
      const sha256 = createHash("sha256")
        .update(JSON.stringify([subject, text]))
        .digest("hex");
      return sql`(${language}, ${subject}, ${text}, ${sha256})`;
    }),
    sql`, `,
  );
  return sql`
    select each.*, case
      when each.erased_at is not null then 'letter_gone'
      when each.deactivated_at is not null then 'letter_deactivated'
      when each.email_confirmed_at is null then 'letter_unconfirmed'
      when ${isRejecting(sql`each.email`)} then 'letter_bounced'
      when exists (select from ${outbox} as had where had.dedupe_key = each.dedupe_key) then 'letter_had'
      end as why
    from (
      select ${projects.id} as id, ${users.id} as user_id, ${users.email} as email, ${users.firstName} as first_name,
        ${users.lastName} as last_name, ${users.erasedAt} as erased_at, ${users.deactivatedAt} as deactivated_at,
        ${users.emailConfirmedAt} as email_confirmed_at, words.language, words.subject, words.text,
        'letter:' || words.sha256 || ':' || ${projects.id} as dedupe_key
      from ${projects} join ${users} on ${users.id} = ${projects.userId}
      join (values ${words}) as words (language, subject, text, sha256) on words.language =
        case when ${users.language} in (${known}) then ${users.language} else ${DEFAULT_LANGUAGE} end
      where ${which ?? sql`true`}
    ) as each`;
}

/**
 * Queues a letter in one statement for all matching applications, except skipped ones. An application receives the same text
 * only once, regardless of the sender (rule staff.letter). Call `lockLetters` first. The mails are due one after the other, so
 * other mails leave between them, and a mail that waits for its turn does not count as stuck.
 */
export async function queueLetter(
  tx: Executor,
  letter: { id: string; texts: LetterTexts },
  which: SQL | undefined,
): Promise<Counted[]> {
  const { rows } = await tx.execute<Addressee & Counted>(sql`
    with picked as materialized (${addressees(which, letter.texts)}),
    queued as (
      insert into ${outbox} (dedupe_key, user_id, project_id, letter_id, recipient, language, template, data, next_attempt_at)
      select dedupe_key, user_id, id, ${letter.id}::uuid, email, language, 'letter',
        jsonb_build_object('first_name', first_name, 'subject', subject, 'text', text),
        now() + (row_number() over (order by id) - 1) * make_interval(secs => ${1 / LETTERS_PER_SECOND})
      from picked where why is null
    )
    select language, why, count(*)::int as count,
      encode(sha256(convert_to(string_agg(id::text, ' ' order by id), 'UTF8')), 'hex') as sha256
    from picked group by language, why order by language, why`);
  return rows.map(({ language, ...row }) => ({ ...row, language: languageOf(language) }));
}

/** Counts a letter's recipients by language. */
export async function countReaders(
  db: Executor,
  texts: LetterTexts,
  which: SQL | undefined,
): Promise<{ language: Language; count: number }[]> {
  const { rows } = await db.execute<{ language: Language; count: number }>(sql`
    select language, count(*)::int as count from (${addressees(which, texts)}) as picked
    where why is null group by language`);
  return LANGUAGES.flatMap((language) => rows.filter((row) => row.language === language));
}

/** Returns one recipient of a letter by position in the sending order. */
export async function readerAt(
  db: Executor,
  texts: LetterTexts,
  which: SQL | undefined,
  { language, place }: { language: Language | undefined; place: number },
) {
  const { rows } = await db.execute<{
    email: string;
    first_name: string;
    last_name: string;
    language: Language;
  }>(sql`
    select email, first_name, last_name, language from (${addressees(which, texts)}) as picked
    where why is null ${language ? sql`and language = ${language}` : sql``}
    order by id limit 1 offset ${place - 1}`);
  return rows[0];
}

/** Returns a page of the skipped recipients by reason and name, and their total number. */
export async function leftOutFrom(
  db: Executor,
  texts: LetterTexts,
  which: SQL | undefined,
  from: number,
) {
  const { rows } = await db.execute<{
    total: number;
    people: { id: string; person: string; name: string; why: LeftOut }[];
  }>(sql`
    with others as materialized (
      select * from (${addressees(which, texts)}) as picked where why is not null
    ),
    named as (
      select id, user_id as person, trim(first_name || ' ' || last_name) as name, why,
        row_number() over (order by array_position(${sql.param(LEFT_OUT)}::text[], why), last_name, first_name, id) as place
      from others order by place limit ${LEFT_OUT_PER_PAGE} offset ${from}
    )
    select (select count(*)::int from others) as total, coalesce((select jsonb_agg(jsonb_build_object(
      'id', id, 'person', person, 'name', name, 'why', why) order by place) from named), '[]') as people`);
  return rows[0] ?? { total: 0, people: [] };
}

import { createHash } from "node:crypto";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { FURTHEST, type Stage } from "@/contract/evaluation/funnel";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import {
  type Placeholder,
  parsePlaceholders,
  placeholdersIn,
  type TextPart,
} from "@/contract/staff/letter-placeholders";
import {
  type Audience,
  LEFT_OUT,
  LEFT_OUT_PER_PAGE,
  LETTERS_PER_SECOND,
  type LeftOut,
  type LetterPick,
  type LetterTexts,
} from "@/contract/staff/letters";
import type { Executor } from "../db/connect";
import { hasRole, users } from "../db/schema/accounts";
import { type editions, projects } from "../db/schema/applications";
import { decisions } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { deadlineWords } from "./data-messages";
import { isRejecting } from "./mail-state";
import { stageWords } from "./messages";
import { pageUrl } from "./render";
import { type Stated, statedIn } from "./stated";

/**
 * The people who receive a letter (a bulk email written by staff): the kind of recipients, and the conditions that they
 * match.
 */
export type LetterTo = {
  audience: Audience;
  /**
   * SQL condition over `users` for the recipients. For letters about applications, the condition refers to `projects`
   * joined with `users`.
   */
  which: SQL | undefined;
  edition: Pick<typeof editions.$inferSelect, "id" | "closesAt">;
  /**
   * The end of the evaluation round, for a letter to the evaluators of a round. Null for letters to other people.
   */
  roundEnds: Date | null;
  siteUrl: string;
};
/**
 * A letter with its recipients. `from` is the SQL query that selects the recipients, with the texts filled for each
 * recipient.
 */
export type PreparedLetter = { from: SQL; texts: LetterTexts };

/**
 * A person who can receive a letter, with the person's language. `why` is the reason for skipping the person, or null.
 */
type Addressee = { id: string; language: Language; why: LeftOut | null };
/**
 * Number of recipients of a letter, or of people that the letter skips, for one language and reason. `sha256` is the
 * hash of exactly these people and their texts.
 */
export type Counted = { language: Language; why: LeftOut | null; count: number; sha256: string };

/**
 * Locks the queueing of letters until the transaction ends, so that the query of a second letter finds the people who
 * received the first letter.
 */
export async function lockLetters(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letters', 0))`);
}

/**
 * SQL columns with a recipient's values for the placeholders of a letter. Null means that the recipient has no value.
 */
const COLUMN: Record<Placeholder, SQL> = {
  name: sql.raw("known.name"),
  project: sql.raw("known.project"),
  deadline: sql.raw("known.deadline"),
  stage: sql.raw("known.stage_words"),
  link: sql.raw("known.link"),
};

/**
 * SQL condition over `projects`: the application belongs to the recipient and to the letter's edition, and is not
 * withdrawn.
 */
const ofEdition = (edition: LetterTo["edition"]) => sql`${projects.userId} = ${users.id}
  and ${projects.editionId} = ${edition.id} and ${projects.withdrawnAt} is null`;

/**
 * SQL expression for the furthest stage that an application has reached, according to the released decisions in effect.
 */
const reachedStage = sql`(select reached.stage from (
    select distinct on (${decisions.stage}) ${decisions.stage} as stage, ${decisions.outcome} as outcome from ${decisions}
    where ${decisions.projectId} = ${projects.id} and ${decisions.undoneAt} is null and ${decisions.releaseId} is not null
    order by ${decisions.stage}, ${decisions.sequence} desc
  ) as reached where reached.outcome = 'selected'
  order by array_position(${sql.param(FURTHEST)}::text[], reached.stage) limit 1)`;

/**
 * Prepares a letter: an SQL query for its possible recipients, each with the texts filled in the recipient's language
 * and the reason for skipping. PostgreSQL fills the texts, so that ten thousand recipients never load into this
 * process. Rule: staff.letter-values.
 */
export async function prepareLetter(
  db: Executor,
  to: LetterTo,
  texts: LetterTexts,
): Promise<PreparedLetter> {
  const { audience, edition, roundEnds, which } = to;
  const used = new Set(
    LANGUAGES.flatMap((language) =>
      placeholdersIn(texts[language].subject, texts[language].text).map((one) => one.placeholder),
    ),
  );
  const isOfApplications = audience === "applications";
  const states = LANGUAGES.some((language) => statedIn(texts[language], language).has("stage"));
  const stage = used.has("stage") || states ? reachedStage : sql`null::text`;
  const stages = used.has("stage") ? FURTHEST : [];
  // In letters to evaluators, the deadline is the end of their evaluation round. In all other letters, it is the
  // application deadline.
  const deadline =
    audience === "evaluators"
      ? sql`${roundEnds?.toISOString() ?? null}::timestamptz`
      : sql`greatest(${edition.closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;
  const deadlines = used.has("deadline") ? await deadlinesOf(db, to) : [];
  const known = sql.join(
    LANGUAGES.map((language) => sql`${language}`),
    sql`, `,
  );
  const join = isOfApplications
    ? sql`${projects} join ${users} on ${users.id} = ${projects.userId}`
    : sql`${users} left join ${projects} on ${ofEdition(edition)}`;
  // Staff have invited the evaluators by email, so an evaluator's address needs no confirmation.
  const isUnconfirmed =
    audience === "evaluators" ? sql`false` : sql`each.email_confirmed_at is null`;
  const from = sql`
    select each.*, case
      when each.erased_at is not null then 'letter_gone'
      when each.deactivated_at is not null then 'letter_deactivated'
      when ${isUnconfirmed} then 'letter_unconfirmed'
      when ${isRejecting(sql`each.email`)} then 'letter_bounced'
      when exists (select from ${outbox} as had where had.dedupe_key in (each.dedupe_key, each.earlier_key)) then 'letter_had'
      when each.lacks then 'letter_no_value'
      end as why
    from (
      select known.*,
        ${byLanguage((language) => filled(texts[language].subject))} as subject,
        ${byLanguage((language) => filled(texts[language].text))} as text,
        ${byLanguage((language) => lacksOf(texts[language], false))} as lacks,
        ${byLanguage((language) => lacksOf(texts[language], true))} as is_replaced,
        'letter:' || ${byLanguage((language) => sql`${hashOf(texts[language])}::text`)} || ':' || ${edition.id}::text || ':' || known.user_id
          as dedupe_key,
        -- Earlier versions queued letters under this key. Without it, a recipient could get a queued letter twice.
        'letter:' || ${byLanguage((language) => sql`${hashOf(texts[language])}::text`)} || ':' || known.project_id as earlier_key
      from (
        select named.*, deadlines.words as deadline, stages.words as stage_words,
          case named.language ${sql.join(
            LANGUAGES.map((language) => sql`when ${language} then ${linkOf(to, language)}`),
            sql` `,
          )} end as link
        from (
          select ${users.id} as user_id, ${projects.id} as project_id, ${users.email} as email, ${users.firstName} as first_name,
            ${users.lastName} as last_name, ${users.erasedAt} as erased_at, ${users.deactivatedAt} as deactivated_at,
            ${users.emailConfirmedAt} as email_confirmed_at, ${hasRole("evaluator")} as evaluates,
            case when ${users.language} in (${known}) then ${users.language} else ${DEFAULT_LANGUAGE} end as language,
            nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '') as name,
            nullif(trim(${projects.fields} ->> 'nome'), '') as project,
            ${deadline} as deadline_at, ${stage} as stage
          from ${join} where ${which ?? sql`true`}
        ) as named
        left join unnest(${sql.param(deadlines.map(({ at }) => at))}::timestamptz[], ${sql.param(
          deadlines.map(({ language }) => language),
        )}::text[], ${sql.param(deadlines.map(({ words }) => words))}::text[]) as deadlines (at, language, words)
          on deadlines.at = named.deadline_at and deadlines.language = named.language
        left join unnest(${sql.param(stages.flatMap((one) => LANGUAGES.map(() => one)))}::text[], ${sql.param(
          stages.flatMap(() => LANGUAGES),
        )}::text[], ${sql.param(
          stages.flatMap((one) => LANGUAGES.map((language) => stageWords(language, one))),
        )}::text[]) as stages (stage, language, words) on stages.stage = named.stage and stages.language = named.language
      ) as known
    ) as each`;
  return { from, texts };
}

/** Returns a SQL expression that selects a value by the recipient's language. */
const byLanguage = (value: (language: Language) => SQL) =>
  sql`case known.language ${sql.join(
    LANGUAGES.map((language) => sql`when ${language} then ${value(language)}`),
    sql` `,
  )} end`;

/**
 * Returns the SQL expression for a letter's text with the recipient's values. A placeholder inside a value is not
 * replaced.
 */
function filled(text: string): SQL {
  const valueIn = (part: TextPart) =>
    typeof part === "string"
      ? sql`${part}::text`
      : sql`coalesce(${COLUMN[part.placeholder]}, ${part.fallback}::text)`;
  return sql`concat('', ${sql.join(["", ...parsePlaceholders(text).parts].map(valueIn), sql`, `)})`;
}

/**
 * Returns the SQL condition for a recipient who has no value for one of the letter's placeholders.
 *
 *
 * @param isFilled true to check placeholders with a replacement text, false to check placeholders without one
 */
function lacksOf({ subject, text }: LetterTexts[Language], isFilled: boolean): SQL {
  const these = placeholdersIn(subject, text).filter(({ filled }) => filled === isFilled);
  const isMissing = these.map(({ placeholder }) => sql`${COLUMN[placeholder]} is null`);
  return isMissing.length === 0 ? sql`false` : sql`(${sql.join(isMissing, sql` or `)})`;
}

const hashOf = ({ subject, text }: LetterTexts[Language]) =>
  createHash("sha256")
    .update(JSON.stringify([subject, text]))
    .digest("hex");

/**
 * Returns the SQL expression for the URL of the recipient's page: the private area, an evaluator's projects, or the
 * invitation to evaluate.
 */
function linkOf({ audience, siteUrl }: LetterTo, language: Language): SQL {
  const url = (path: string) => sql`${pageUrl(siteUrl, language, path)}::text`;
  if (audience !== "evaluators") return url("/dashboard");
  return sql`case when named.evaluates then ${url("/dashboard/evaluation")} else ${url("/dashboard/invitation")} end`;
}

/**
 * Returns all deadlines that recipients of one kind (applicants or evaluators) can have in the edition, formatted in
 * each language.
 */
async function deadlinesOf(db: Executor, { audience, edition, roundEnds }: LetterTo) {
  const instants =
    audience === "evaluators"
      ? [roundEnds]
      : [edition.closesAt, ...(await extensionsIn(db, edition))];
  return instants
    .flatMap((one) => one?.toISOString() ?? [])
    .flatMap((at) =>
      LANGUAGES.map((language) => ({ at, language, words: deadlineWords(at, language) })),
    );
}

/** Returns the distinct extended deadlines of an edition. */
async function extensionsIn(db: Executor, { id, closesAt }: LetterTo["edition"]) {
  const rows = await db
    .selectDistinct({ until: projects.extendedUntil })
    .from(projects)
    .where(and(eq(projects.editionId, id), gt(projects.extendedUntil, closesAt)));
  return rows.map(({ until }) => until);
}

/**
 * Queues a letter in one statement for all matching people who are not skipped. A person receives the same text only
 * once in an edition, regardless of sender and kind of recipients (rule staff.letter). Call `lockLetters` first. The
 * mails are due one after the other, so that other mails are sent in between. A mail that is not due yet does not count
 * as stuck.
 */
export async function queueLetter(
  tx: Executor,
  letter: PreparedLetter & { id: string; audience: Audience },
): Promise<Counted[]> {
  // The letter appears on the timelines of applications only if it is about applications.
  const project = letter.audience === "applications" ? sql`project_id` : sql`null::uuid`;
  const { rows } = await tx.execute<Addressee & Counted>(sql`
    with picked as materialized (${letter.from}),
    queued as (
      insert into ${outbox} (dedupe_key, user_id, project_id, letter_id, recipient, language, template, data, next_attempt_at)
      select dedupe_key, user_id, ${project}, ${letter.id}::uuid, email, language, 'letter',
        jsonb_build_object('first_name', first_name, 'subject', subject, 'text', text),
        now() + (row_number() over (order by user_id) - 1) * make_interval(secs => ${1 / LETTERS_PER_SECOND})
      from picked where why is null
    )
    select language, why, count(*)::int as count,
      encode(sha256(convert_to(string_agg(user_id || coalesce(' ' || subject || ' ' || text, ''), ' ' order by user_id), 'UTF8')), 'hex')
        as sha256
    from picked group by language, why order by language, why`);
  return rows.map(({ language, ...row }) => ({ ...row, language: languageOf(language) }));
}

/**
 * A placeholder for which some people have no value. `replaced` counts the people who get the replacement text, and
 * `skipped` the people who get no letter.
 */
export type Missing = { placeholder: Placeholder; replaced: number; skipped: number };

/** Counts the recipients of a letter by language, and the recipients without a value for a placeholder. */
export async function countReaders(
  db: Executor,
  { from, texts }: PreparedLetter,
): Promise<{ languages: { language: Language; count: number }[]; missing: Missing[] }> {
  const used = LANGUAGES.flatMap((language) =>
    placeholdersIn(texts[language].subject, texts[language].text).map((one) => ({
      language,
      ...one,
    })),
  );
  const names = [...new Set(used.map(({ placeholder }) => placeholder))];
  const columns = names.map((name) => {
    const isMissing = sql`${sql.raw(COLUMN_OF[name])} is null`;
    return sql`, count(*) filter (where why is null and ${isMissing})::int as ${sql.raw(`replaced_${name}`)},
      count(*) filter (where why = 'letter_no_value' and ${isMissing})::int as ${sql.raw(`skipped_${name}`)}`;
  });
  const { rows } = await db.execute<{ language: Language; count: number } & Record<string, number>>(
    // The query is materialised. Otherwise PostgreSQL would calculate the reason for skipping a recipient (`why`) again
    // for each count.
    sql`with picked as materialized (select language, why, name, project, deadline, stage_words, link from (${from}) as each)
      select language, count(*) filter (where why is null)::int as count ${sql.join(columns, sql``)}
      from picked group by language`,
  );
  const of = (language: Language) => rows.find((row) => row.language === language);
  const sum = (name: Placeholder, kind: "replaced" | "skipped", isFilled: boolean) =>
    used
      .filter(({ placeholder, filled: own }) => placeholder === name && own === isFilled)
      .reduce((all, { language }) => all + Number(of(language)?.[`${kind}_${name}`] ?? 0), 0);
  return {
    languages: LANGUAGES.flatMap((language) => {
      const count = of(language)?.count ?? 0;
      return count > 0 ? [{ language, count }] : [];
    }),
    missing: names
      .map((placeholder) => ({
        placeholder,
        replaced: sum(placeholder, "replaced", true),
        skipped: sum(placeholder, "skipped", false),
      }))
      .filter(({ replaced, skipped }) => replaced + skipped > 0),
  };
}

/** Names of the columns with a recipient's placeholder values, in the result of the letter's query. */
const COLUMN_OF: Record<Placeholder, string> = {
  name: "name",
  project: "project",
  deadline: "deadline",
  stage: "stage_words",
  link: "link",
};

/**
 * Number of recipients (`count`) whose deadline or selection stage (`of`) differs from the most frequent value. Counts
 * a recipient only if the letter, in the recipient's language, states the deadline or stage as plain text.
 */
export type Differing = {
  of: Stated;
  count: number;
  /** The deadlines (ISO) or stages of the recipients, the most frequent value first. */
  values: string[];
};

/**
 * Returns the deadlines or selection stages that differ between recipients, although the letter states one deadline or
 * stage as plain text instead of using a placeholder.
 */
export async function differing(
  db: Executor,
  { from, texts }: PreparedLetter,
): Promise<Differing[]> {
  const stated = LANGUAGES.flatMap((language) =>
    [...statedIn(texts[language], language)].map((of) => ({ of, language })),
  );
  const found = await Promise.all(
    [...new Set(stated.map(({ of }) => of))].map(async (of) => {
      const value =
        of === "deadline"
          ? sql`to_char(deadline_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
          : sql`coalesce(stage, '')`;
      const languages = stated.filter((one) => one.of === of).map(({ language }) => language);
      const { rows } = await db.execute<{ value: string | null; count: number }>(sql`
        select ${value} as value, count(*)::int as count from (${from}) as picked
        where why is null and language = any(${sql.param(languages)}::text[])
        group by 1 order by 2 desc, 1`);
      const values = rows.filter((row) => row.value !== null);
      const [, ...others] = values;
      return {
        of,
        count: others.reduce((all, { count }) => all + count, 0),
        values: values.map((row) => row.value ?? ""),
      };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

/** Returns one recipient of a letter by position in the sending order, with the texts filled for the recipient. */
export async function readerAt(
  db: Executor,
  { from }: PreparedLetter,
  {
    language,
    place,
    pick,
  }: { language: Language | undefined; place: number; pick: LetterPick | undefined },
) {
  const { rows } = await db.execute<{
    email: string;
    first_name: string;
    last_name: string;
    language: Language;
    subject: string;
    text: string;
    of: number;
  }>(sql`
    select email, first_name, last_name, language, subject, text, (count(*) over ())::int as of from (${from}) as picked
    where why is null ${language ? sql`and language = ${language}` : sql``} ${pick === "replaced" ? sql`and is_replaced` : sql``}
    order by ${pick === "longest" ? sql`length(subject) + length(text) desc,` : sql``} user_id limit 1 offset ${place - 1}`);
  return rows[0];
}

/**
 * Returns one page of the people that a letter skips, sorted by reason and name, and their total number.
 */
export async function leftOutFrom(db: Executor, { from }: PreparedLetter, start: number) {
  const { rows } = await db.execute<{
    total: number;
    people: { id: string | null; person: string; name: string; why: LeftOut }[];
  }>(sql`
    with others as materialized (
      select * from (${from}) as picked where why is not null
    ),
    named as (
      select project_id as id, user_id as person, trim(first_name || ' ' || last_name) as name, why,
        row_number() over (order by array_position(${sql.param(LEFT_OUT)}::text[], why), last_name, first_name, user_id) as place
      from others order by place limit ${LEFT_OUT_PER_PAGE} offset ${start}
    )
    select (select count(*)::int from others) as total, coalesce((select jsonb_agg(jsonb_build_object(
      'id', id, 'person', person, 'name', name, 'why', why) order by place) from named), '[]') as people`);
  return rows[0] ?? { total: 0, people: [] };
}

/** Fills the placeholders of a text with values, for a test mail without a recipient. */
export function fillText(text: string, values: Record<Placeholder, string>): string {
  return parsePlaceholders(text)
    .parts.map((part) => (typeof part === "string" ? part : values[part.placeholder]))
    .join("");
}

/** The furthest selection stage in a test mail without a recipient. */
export const SAMPLE_STAGE: Stage = "finalist";

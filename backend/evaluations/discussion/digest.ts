import { and, eq, max, ne, sql } from "drizzle-orm";
import { instantIn, romeDay, romeInstant } from "@/contract/deadline";
import { HOUR, MINUTE } from "@/contract/durations";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { contributions, summaries } from "../../db/schema/discussion";
import { evaluationRecords } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import { type Round, readRounds } from "../../editions/rounds";
import { queueMail } from "../../mail/outbox";
import { MORNING } from "../../scheduling/moments";
import { canReadResults, roundInMail } from "../own-rounds";
import { readRevisions } from "../revisions";
import { closedIn, confirmedJuryOf, saidIn, summarizedIn } from "../round";
import { discussionsOf } from "./list-discussions";
import { canDiscuss, readersOf } from "./members";

const TEMPLATE = "discussion_digest";
/** Hours after which an undelivered discussion digest is no longer sent, because the next digest follows. */
const EXPIRES_HOURS = 20;
/**
 * Milliseconds to wait after the hour of the discussion digest before reading the changes, so that slow transactions
 * have committed.
 */
const SETTLED = MINUTE;
/** Maximum number of project names on one line of the digest. */
const NAMED = 20;

type Evaluator = typeof users.$inferSelect;
type Span = { since: Date | null; until: Date };
type Change = { project: string; author: string; at: Date };
/**
 * Lines of a digest. Each line names projects: whose discussion has opened (`opened`), has new contributions or revised
 * scores (`moved`), or has a new summary (`summarized`).
 */
const LINES = ["opened", "moved", "summarized"] as const;
type News = Record<(typeof LINES)[number], string[]>;
type Part = { round: Round; news: News };

/**
 * Queues a digest email to each evaluator about changes before 9:00 in the discussions that the evaluator can read. The
 * digest covers all rounds of the evaluator. Sends at most one digest a day to a person, and none without changes.
 * Returns the number of queued emails. A digest contains names of projects, but never authors, texts, or scores.
 */
export async function sendDigests(
  { db, notifyMailWorker }: Pick<Dependencies, "db" | "notifyMailWorker">,
  now: Date,
): Promise<number> {
  const until = romeInstant(`${romeDay(now)}T${MORNING}`);
  if (now.getTime() < until.getTime() + SETTLED) return 0;
  const keyOf = ({ id }: Evaluator) => `${TEMPLATE}:${id}:${romeDay(now)}`;
  const rounds = await roundsInDiscussion(db);
  const digests = await earlierDigests(db);
  const isDone = (user: Evaluator) =>
    digests.some(({ userId, key }) => userId === user.id && key === keyOf(user));
  const found = new Map<string, { user: Evaluator; parts: Part[] }>();
  for (const round of rounds) {
    const changes = await changesIn(db, round);
    for (const user of (await closedJury(db, round)).filter((one) => !isDone(one))) {
      const since = coveredUntil(digests, round, user);
      const news = await newsFor(db, round, user, changes, { since, until });
      if (!news) continue;
      const own = found.get(user.id) ?? { user, parts: [] };
      found.set(user.id, { user, parts: [...own.parts, { round, news }] });
    }
  }
  for (const { user, parts } of found.values()) {
    const covers: string[] = [];
    for (const round of rounds) {
      if (await canReadResults(db, round, user.id)) covers.push(coverOf(round));
    }
    await queueMail(db, {
      template: TEMPLATE,
      userId: user.id,
      recipient: user.email,
      language: user.language,
      data: {
        ...{ first_name: user.firstName, until: until.toISOString(), covers: covers.join(" ") },
        ...wordsOf(parts, user),
      },
      expiresAt: new Date(now.getTime() + EXPIRES_HOURS * HOUR),
      dedupeKey: keyOf(user),
    });
  }
  if (found.size > 0) notifyMailWorker();
  return found.size;
}

/**
 * Returns the values for the digest's template: for each line, the names of the projects. If the digest has news of
 * several rounds, each line also contains the names of the rounds.
 */
function wordsOf(parts: readonly Part[], { language }: Evaluator): Record<string, string> {
  const named = parts.map(({ round, news }) => {
    const { reading }: Record<string, string | undefined> = roundInMail(round, language);
    return { news, reading };
  });
  const lines = LINES.flatMap((line) => {
    const own = named.filter(({ news }) => news[line].length > 0);
    const texts = own.map(({ news, reading }) =>
      parts.length > 1 && reading ? `${reading}: ${listed(news[line])}` : listed(news[line]),
    );
    return texts.length > 0 ? [[line, texts.join(" · ")]] : [];
  });
  const [first] = parts;
  const readings = named.flatMap(({ reading }) => reading ?? []);
  return {
    ...(first && roundInMail(first.round, language)),
    ...(readings.length > 0 && { reading: readings.join(", ") }),
    ...Object.fromEntries(lines),
  };
}

/** Returns the rounds of all editions whose discussions can change. */
async function roundsInDiscussion(db: Executor): Promise<Round[]> {
  const found: Round[] = [];
  for (const edition of await db.select().from(editions)) {
    for (const round of await readRounds(db, edition)) {
      if (round.discussion && (await canDiscuss(db, round))) found.push(round);
    }
  }
  return found;
}

const isIn = ({ since, until }: Span, at: Date) => at <= until && (since === null || at > since);
const listed = (names: readonly string[]) =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(", ");

/** Returns the active evaluators of a round who have closed their evaluation. */
async function closedJury(db: Executor, round: Round): Promise<Evaluator[]> {
  const people = await db
    .select({ user: users })
    .from(users)
    .innerJoin(evaluationRecords, and(closedIn(round), eq(evaluationRecords.evaluatorId, users.id)))
    .where(confirmedJuryOf(round));
  return people.map(({ user }) => user);
}

/** Identifies a round in the data of a digest. */
const coverOf = ({ edition, number }: Round) => `${edition.year}/${number}`;

/**
 * Returns the last digest for each evaluator and each set of rounds: its deduplication key, the rounds (`covers`), and
 * the time until which the digest reported changes (`until`). `covers` is null for digests from an earlier version of
 * the product, which covered all rounds.
 */
function earlierDigests(db: Executor) {
  const covers = sql<string | null>`${outbox.data}->>'covers'`;
  return db
    .select({
      ...{ userId: outbox.userId, key: max(outbox.dedupeKey), covers },
      until: max(sql<string>`${outbox.data}->>'until'`),
    })
    .from(outbox)
    .where(eq(outbox.template, TEMPLATE))
    .groupBy(outbox.userId, covers);
}

/**
 * Returns the time until which an evaluator's digests reported the changes in a round. Null if no digest covered the
 * round. A digest covers only rounds whose results the evaluator could read when the digest was queued.
 */
function coveredUntil(
  digests: Awaited<ReturnType<typeof earlierDigests>>,
  round: Round,
  { id }: Evaluator,
): Date | null {
  const own = digests.filter(
    ({ userId, covers }) =>
      userId === id && (covers === null || covers.split(" ").includes(coverOf(round))),
  );
  const times = own.flatMap(({ until }) => until ?? []).toSorted();
  return instantIn(times.at(-1));
}

/**
 * Returns the visible contributions, score revisions, and summaries of a round's discussions. Also returns the time
 * when each evaluator closed the evaluation.
 */
async function changesIn(db: Executor, round: Round) {
  const said = await db
    .select({ ...changeOf(contributions), hiddenAt: contributions.hiddenAt })
    .from(contributions)
    .where(and(saidIn(round), ne(contributions.text, "")));
  const revised = await readRevisions(db, round);
  const closings = await db
    .select({ evaluator: evaluationRecords.evaluatorId, at: evaluationRecords.closedAt })
    .from(evaluationRecords)
    .where(closedIn(round));
  return {
    moved: [
      ...said.filter(({ hiddenAt }) => hiddenAt === null),
      ...revised.map(({ projectId, evaluatorId, at }) => ({
        ...{ project: projectId, author: evaluatorId, at },
      })),
    ],
    summarized: await db.select(changeOf(summaries)).from(summaries).where(summarizedIn(round)),
    closings: new Map(closings.map(({ evaluator, at }) => [evaluator, at])),
  };
}

const changeOf = (table: typeof contributions | typeof summaries) => ({
  ...{ project: table.projectId, author: table.authorId, at: table.at },
});

/**
 * Returns the names of the projects whose discussion has news for an evaluator, for each line of the digest. Null if no
 * discussion has news.
 */
async function newsFor(
  db: Executor,
  round: Round,
  user: Evaluator,
  { moved, summarized, closings }: Awaited<ReturnType<typeof changesIn>>,
  span: Span,
): Promise<News | null> {
  const others = (changes: readonly Change[]) =>
    new Set(
      changes.flatMap(({ project, author, at }) =>
        author !== user.id && isIn(span, at) ? [project] : [],
      ),
    );
  const [ofMoved, ofSummaries] = [others(moved), others(summarized)];
  const canOpen = [...closings.values()].some((at) => isIn(span, at));
  if (!canOpen && ofMoved.size + ofSummaries.size === 0) return null;
  if (!(await canReadResults(db, round, user.id))) return null;
  // Skips projects with only one evaluator, because a discussion needs another evaluator.
  const rows = (await discussionsOf(db, round, user)).filter(({ readers }) => readers > 1);
  const ids = rows.map(({ id }) => id);
  const opened = new Set(span.since === null ? ids : []);
  if (canOpen) {
    for (const { project, evaluator } of await readersOf(db, round, ids)) {
      const at = closings.get(evaluator);
      if (at && isIn(span, at)) opened.add(project);
    }
  }
  const named = (wanted: ReadonlySet<string>) =>
    rows.filter(({ id }) => wanted.has(id)).map(({ nome }) => nome);
  const news = {
    opened: named(opened),
    moved: named(new Set([...ofMoved].filter((id) => !opened.has(id)))),
    summarized: named(ofSummaries),
  };
  return Object.values(news).some((names) => names.length > 0) ? news : null;
}

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
type News = Record<"opened" | "moved" | "summarized", string[]>;

/**
 * Queues a digest email to each evaluator about changes before 9:00 in the discussions that the evaluator can read.
 * Sends at most one digest a day to a person, and none without changes. Returns the number of queued emails. A digest
 * contains names of projects, but never authors, texts, or scores.
 */
export async function sendDigests(
  { db, notifyMailWorker }: Pick<Dependencies, "db" | "notifyMailWorker">,
  now: Date,
): Promise<number> {
  const until = romeInstant(`${romeDay(now)}T${MORNING}`);
  if (now.getTime() < until.getTime() + SETTLED) return 0;
  const keyOf = ({ id }: Evaluator) => `${TEMPLATE}:${id}:${romeDay(now)}`;
  let queued = 0;
  for (const edition of await db.select().from(editions)) {
    for (const round of await readRounds(db, edition)) {
      if (!round.discussion || !(await canDiscuss(db, round))) continue;
      const changes = await changesIn(db, round);
      for (const { user, since } of await undigested(db, round, keyOf)) {
        const news = await newsFor(db, round, user, changes, { since, until });
        if (!news) continue;
        await queueMail(db, {
          template: TEMPLATE,
          userId: user.id,
          recipient: user.email,
          language: user.language,
          data: {
            ...{ first_name: user.firstName, until: until.toISOString() },
            ...roundInMail(round, user.language),
            ...Object.fromEntries(
              Object.entries(news).flatMap(([line, names]) =>
                names.length > 0 ? [[line, listed(names)]] : [],
              ),
            ),
          },
          expiresAt: new Date(now.getTime() + EXPIRES_HOURS * HOUR),
          dedupeKey: keyOf(user),
        });
        queued += 1;
      }
    }
  }
  if (queued > 0) notifyMailWorker();
  return queued;
}

const isIn = ({ since, until }: Span, at: Date) => at <= until && (since === null || at > since);
const listed = (names: readonly string[]) =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(", ");

/**
 * Returns the evaluators of a round who have closed their evaluation and got no digest today. For each evaluator, also
 * returns the time until which the last digest reported changes.
 */
async function undigested(db: Executor, round: Round, keyOf: (user: Evaluator) => string) {
  const people = await db
    .select({ user: users })
    .from(users)
    .innerJoin(evaluationRecords, and(closedIn(round), eq(evaluationRecords.evaluatorId, users.id)))
    .where(confirmedJuryOf(round));
  const digests = await db
    .select({
      ...{ id: outbox.userId, key: max(outbox.dedupeKey) },
      until: max(sql<string>`${outbox.data}->>'until'`),
    })
    .from(outbox)
    .where(eq(outbox.template, TEMPLATE))
    .groupBy(outbox.userId);
  const last = new Map(digests.map((one) => [one.id, one]));
  return people
    .filter(({ user }) => last.get(user.id)?.key !== keyOf(user))
    .map(({ user }) => ({ user, since: instantIn(last.get(user.id)?.until ?? undefined) }));
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
 * Returns the names of the projects whose discussion has news for an evaluator, in the order of the discussions. Null
 * without news.
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

import { and, asc, eq, inArray } from "drizzle-orm";
import type { WeightedCriterion } from "@/contract/evaluation/weights";
import {
  type listStaffDiscussions as contract,
  DISCUSSIONS_PER_PAGE,
  type StaffDiscussion,
} from "@/contract/staff/discussion";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { agreements, contributions, scoreRevisions, summaries } from "../../db/schema/discussion";
import type { Round } from "../../editions/rounds";
import { findShownRound } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { scoresShown } from "../../evaluations/discussion/discuss";
import {
  canDiscuss,
  chairOf,
  numberReaders,
  readersOf,
} from "../../evaluations/discussion/members";
import { editionOf } from "../../evaluations/edition";
import { roundAnswer } from "../../evaluations/own-rounds";
import { markOf, rankingOf } from "../../evaluations/ranking/kept-ranking";
import { readRevisions } from "../../evaluations/revisions";
import { evaluatorsOf, revisedIn, saidIn, summarizedIn } from "../../evaluations/round";
import type { Call } from "../../http/serve";

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** Returns the discussions of a round. Returns only counts until staff can read the round's ranking. */
export async function listStaffDiscussions({ db, query, arrivedAt }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await findShownRound(db, edition, query.round, arrivedAt);
  const { isOpen } = await rankingAccess(db, round);
  const jurors = await db
    .select()
    .from(users)
    .where(evaluatorsOf(round))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
  const said = await db
    .select()
    .from(contributions)
    .where(saidIn(round))
    .orderBy(asc(contributions.at), asc(contributions.id));
  const revised = await db.select().from(scoreRevisions).where(revisedIn(round));
  const summed = await db
    .select()
    .from(summaries)
    .where(summarizedIn(round))
    .orderBy(asc(summaries.version));
  const ids = [...new Set([...said, ...revised, ...summed].map(({ projectId }) => projectId))];
  const { all, criteria } =
    round.discussion && isOpen
      ? await valuesOf(db, round, new Set(ids))
      : { all: [], criteria: [] };
  const pages = Math.max(1, Math.ceil(all.length / DISCUSSIONS_PER_PAGE));
  const page = Math.min(query.page, pages);
  const shown = all.slice((page - 1) * DISCUSSIONS_PER_PAGE, page * DISCUSSIONS_PER_PAGE);
  const summarized = new Set(summed.map(({ projectId }) => projectId));
  return {
    ...{ edition: edition.year, ...roundAnswer(round) },
    ...{ given: round.discussion, open: isOpen, running: await canDiscuss(db, round) },
    chair: await chairOf(db, round),
    jurors: jurors.map((one) => ({ id: one.id, name: nameOf(one) })),
    counts: {
      ...{ projects: ids.length, contributions: said.length },
      ...{ revisions: revised.length, summaries: summarized.size },
    },
    ...{ page, pages },
    projects: await discussionsOf(db, round, shown, { said, criteria }),
  };
}

/** Returns the last discussion summary of each given project, with the names of the evaluators who agree with it. */
export async function lastSummaries(db: Executor, round: Round, ids: readonly string[]) {
  const rows = await db
    .select()
    .from(summaries)
    .where(and(summarizedIn(round), inArray(summaries.projectId, [...ids])))
    .orderBy(asc(summaries.version));
  const last = new Map(rows.map((row) => [row.projectId, row]));
  const agreed = await db
    .select()
    .from(agreements)
    .innerJoin(users, eq(users.id, agreements.evaluatorId))
    .where(
      inArray(
        agreements.summaryId,
        [...last.values()].map(({ id }) => id),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName));
  return new Map(
    [...last].map(([project, { id, version, text, language, at }]) => [
      project,
      {
        ...{ version, text, language, at: at.toISOString() },
        agreed: agreed.flatMap((row) =>
          row.agreements.summaryId === id ? [nameOf(row.users)] : [],
        ),
      },
    ]),
  );
}

type Said = typeof contributions.$inferSelect;

type Values = Pick<StaffDiscussion, "id" | "nome" | "value" | "rank">;

/**
 * Returns the ranks and the calibrated values of the discussed projects before and after the discussion. Projects whose
 * value changed most come first. Also returns the criteria of the ranking.
 */
async function valuesOf(db: Executor, round: Round, ids: ReadonlySet<string>) {
  const mark = await markOf(db, round);
  const last = await rankingOf(db, round, mark);
  const first = await rankingOf(db, round, mark, { first: true });
  const firstRows = new Map(first.rows.map((row) => [row.id, row]));
  const rows = last.rows.flatMap((row): Values[] => {
    if (!ids.has(row.id)) return [];
    const before = firstRows.get(row.id);
    return [
      {
        ...{ id: row.id, nome: row.nome },
        value: { first: before?.calibrated ?? null, last: row.calibrated },
        rank: { first: before?.calibrated_rank ?? null, last: row.calibrated_rank },
      },
    ];
  });
  const shift = ({ value }: Values) => Math.abs((value.last ?? 0) - (value.first ?? 0));
  const all = rows.sort((one, other) => shift(other) - shift(one));
  return { all, criteria: last.method.criteria };
}

/** Returns one page of discussed projects with their readers, contributions and summaries. */
async function discussionsOf(
  db: Executor,
  round: Round,
  shown: readonly Values[],
  { said, criteria }: { said: readonly Said[]; criteria: readonly WeightedCriterion[] },
): Promise<StaffDiscussion[]> {
  if (shown.length === 0) return [];
  const ids = shown.map(({ id }) => id);
  const revisions = Map.groupBy(await readRevisions(db, round), ({ projectId }) => projectId);
  const readers = Map.groupBy(await readersOf(db, round, ids), ({ project }) => project);
  const written = await lastSummaries(db, round, ids);
  const saidAbout = Map.groupBy(said, ({ projectId }) => projectId);
  const people = await db
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        peopleIn(
          ids.flatMap((id) => saidAbout.get(id) ?? []),
          readers,
        ),
      ),
    );
  const names = new Map(people.map((one) => [one.id, nameOf(one)]));
  return shown.map((row) => {
    const here = readers.get(row.id) ?? [];
    const numbers = numberReaders(here);
    return {
      ...row,
      readers: here
        .map((one) => {
          const own = (revisions.get(row.id) ?? []).filter(
            ({ evaluatorId }) => evaluatorId === one.evaluator,
          );
          const { scores: _, ...values } = scoresShown(one, own, criteria);
          const number = numbers.get(one.evaluator) ?? 0;
          return { number, name: names.get(one.evaluator) ?? "", ...values };
        })
        .sort((one, other) => one.number - other.number),
      contributions: (saidAbout.get(row.id) ?? []).map(({ id, authorId, text, at, hiddenAt }) => ({
        ...{ id, author: names.get(authorId) ?? "", text, at: at.toISOString() },
        hidden_at: hiddenAt?.toISOString() ?? null,
      })),
      summary: written.get(row.id) ?? null,
    };
  });
}

const peopleIn = (said: readonly Said[], readers: Map<string, { evaluator: string }[]>) => [
  ...said.map(({ authorId }) => authorId),
  ...[...readers.values()].flat().map(({ evaluator }) => evaluator),
];

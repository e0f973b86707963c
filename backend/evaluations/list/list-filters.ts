import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  EVALUATION_STATES,
  projectListQuerySchema,
} from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type WeightedCriterion } from "@/contract/evaluation/weights";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { feedback } from "../../db/schema/feedback";
import type { RoundKey } from "../../editions/rounds";
import { receiptNumber } from "../../project/receipt/receipt-number";
import type { ConflictsOfInterest } from "../conflicts-of-interest";
import { evaluationBehindText, readIn } from "../round";

export type ProjectListQuery = z.output<typeof projectListQuerySchema>;
/**
 * Filters and order of the evaluators' project list, without the requested page, edition, and round.
 */
export type ProjectFilters = Omit<ProjectListQuery, "page" | "per_page" | "edition" | "round">;

const given = sql<number>`num_nonnulls(${evaluations.impact}, ${evaluations.utility}, ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation})`;

/**
 * Factor that converts `myTotal` to a total of 0 to 100: `myTotal` is the sum of integer scores times integer
 * percentages, and its maximum is 1,000.
 */
const TENTHS = 10;

/**
 * Data for the caller's own evaluations in a list: the projects from which the conflict-of-interest rule recuses the
 * caller, and the weights of the totals.
 */
export type Own = { conflicts: ConflictsOfInterest; criteria: readonly WeightedCriterion[] };

/** SQL condition: the conflict-of-interest rule recuses the caller from the submission's project. */
export function isExcluded(conflicts: ConflictsOfInterest): SQL {
  return inArray(submissions.projectId, [...conflicts.keys()]);
}

/**
 * SQL expression for the caller's total of a project, multiplied by `TENTHS`. Null if one of the five scores is
 * missing. Also null if the conflict-of-interest rule recuses the caller from the project.
 */
function myTotal({ conflicts, criteria }: Own): SQL {
  const weighted = sql.join(
    criteria.map(({ id, weight }) => sql`${evaluations[id]} * ${sql.raw(String(weight))}`),
    sql` + `,
  );
  return sql`case when not ${isExcluded(conflicts)} then ${weighted} end`;
}

type State = (typeof EVALUATION_STATES)[number];

/**
 * SQL conditions for the states of a stored evaluation. Without a stored evaluation, each condition is null. A recusal
 * has priority over all scores. A note without scores does not begin an evaluation.
 */
export const STORED_STATES: Record<State, SQL> = {
  recused: sql`${evaluations.recusedAt} is not null`,
  scored: sql`${evaluations.recusedAt} is null and ${given} = ${sql.raw(String(CRITERIA.length))}`,
  partial: sql`${evaluations.recusedAt} is null and ${given} between 1 and ${sql.raw(String(CRITERIA.length - 1))}`,
  todo: sql`${evaluations.recusedAt} is null and ${given} = 0`,
};

/**
 * SQL condition: the submission has the given evaluation state for the caller. A recusal by the conflict-of-interest
 * rule has priority over the stored evaluation.
 */
export function inState(state: State, conflicts: ConflictsOfInterest): SQL {
  const excluded = isExcluded(conflicts);
  return state === "recused"
    ? sql`(${excluded} or ${STORED_STATES.recused})`
    : sql`(not ${excluded} and ${STORED_STATES[state]})`;
}

/** SQL condition: valid scores belong to an earlier submission, as in the contract's `isResubmitted`. */
export function resubmitted(conflicts: ConflictsOfInterest): SQL {
  return sql`(not ${isExcluded(conflicts)} and ${evaluations.recusedAt} is null
    and ${given} > 0 and ${evaluations.submissionId} <> ${submissions.id})`;
}

/** SQL condition: the caller has scored the project but written no feedback for its applicant. */
function withoutFeedback(conflicts: ConflictsOfInterest): SQL {
  return sql`(${inState("scored", conflicts)} and not exists (
    select from ${feedback} where ${evaluationBehindText}
      and (${feedback.text} <> '' or cardinality(${feedback.reasons}) > 0)))`;
}

/**
 * Returns the SQL condition for the requested submissions of a round, within the projects that the caller evaluates
 * (`scopeOf`).
 */
export function listCondition(
  query: ProjectListQuery,
  round: RoundKey,
  own: Own,
  scope: SQL | undefined,
): SQL | undefined {
  return and(readIn(round), scope, filtersOf(query, own));
}

/** Returns the SQL condition of the request's filters, or undefined without filters. */
export function filtersOf(query: ProjectFilters, own: Own): SQL | undefined {
  const { conflicts } = own;
  const { industry, stage, tech, tipologia_impresa, state } = query;
  return and(
    industry && eq(submissions.industry, industry),
    stage && eq(submissions.stage, stage),
    tech && eq(submissions.tech, tech),
    tipologia_impresa && eq(submissions.tipologiaImpresa, tipologia_impresa),
    ...wordsOf(query.search).map(hasWord),
    state && inState(state, conflicts),
    query.sent_again && resubmitted(conflicts),
    query.feedback && withoutFeedback(conflicts),
    query.total_from === undefined
      ? undefined
      : sql`${myTotal(own)} >= ${query.total_from * TENTHS}`,
    query.total_to === undefined ? undefined : sql`${myTotal(own)} <= ${query.total_to * TENTHS}`,
  );
}

/** Splits a search into words. A project matches a search if it contains every word. */
function wordsOf(search = ""): string[] {
  return search.split(/\s+/u).filter(Boolean);
}

/**
 * SQL condition: a word occurs in the project's name or idea, or is a receipt number of the project. Ignores case and
 * accents.
 */
function hasWord(word: string): SQL {
  const text = sql`${submissions.searchText} like '%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`;
  const [, year, count] = /^(\d{4})-(\d{1,6})$/.exec(word) ?? [];
  if (!year || !count) return text;
  const number = receiptNumber(Number(year), Number(count));
  return sql`(${text} or ${submissions.projectId} in (
    select receipts.project_id from submissions as receipts where receipts.number = ${number}))`;
}

/**
 * Reports whether the filters or the order of the list use the caller's evaluations. Otherwise the query does not join
 * the evaluations.
 */
export function needsEvaluations({ state, orderby, ...query }: ProjectFilters): boolean {
  const byTotal = query.total_from !== undefined || query.total_to !== undefined;
  const isOwn = query.sent_again !== undefined || query.feedback !== undefined;
  return state !== undefined || isOwn || orderby === "my_total" || byTotal;
}

/**
 * Returns the SQL order of the project list. The last sort key is unique, so the order of equal projects never changes.
 */
export function listOrder(
  { orderby, order }: Pick<ProjectListQuery, "orderby" | "order">,
  own: Own,
): SQL[] {
  const way = order === "asc" ? asc : desc;
  switch (orderby) {
    case "nome":
      return [way(submissions.nomeKey), way(submissions.id)];
    case "my_total":
      // Projects without a total come last, in ascending and descending order.
      return [sql`${way(myTotal(own))} nulls last`, asc(submissions.nomeKey), asc(submissions.id)];
    default:
      return [way(submissions.sentAt), way(submissions.id)];
  }
}

import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  EVALUATION_STATES,
  projectListQuerySchema,
} from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type WeightedCriterion } from "@/contract/evaluation/weights";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { receiptNumber } from "../../project/receipt/receipt-number";
import type { Conflicts } from "../conflicts";

export type ProjectListQuery = z.output<typeof projectListQuerySchema>;
/** Whatever of it is not about a page. */
export type ProjectFilters = Omit<ProjectListQuery, "page" | "per_page" | "edition">;

const given = sql<number>`num_nonnulls(${evaluations.impact}, ${evaluations.utility}, ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation})`;

/** Integer scores times integer percentages make ten times the total. */
const TENTHS = 10;

/** What a list shows of the caller's own work: what the rule recuses the caller from, and the weights of the totals. */
export type Own = { conflicts: Conflicts; criteria: readonly WeightedCriterion[] };

/** Whether the rule recuses the caller from a sent project. */
export function isExcluded(conflicts: Conflicts): SQL {
  return inArray(submissions.projectId, [...conflicts.keys()]);
}

/** The caller's total, times TENTHS: null until all five scores are given, or where none may be. */
function myTotal({ conflicts, criteria }: Own): SQL {
  const weighted = sql.join(
    criteria.map(({ id, weight }) => sql`${evaluations[id]} * ${sql.raw(String(weight))}`),
    sql` + `,
  );
  return sql`case when not ${isExcluded(conflicts)} then ${weighted} end`;
}

type State = (typeof EVALUATION_STATES)[number];

/**
 * The states of a stored evaluation (all null when there is none). A recusal overrides any score; a note
 * alone does not count as having started.
 */
export const STORED_STATES: Record<State, SQL> = {
  recused: sql`${evaluations.recusedAt} is not null`,
  scored: sql`${evaluations.recusedAt} is null and ${given} = ${sql.raw(String(CRITERIA.length))}`,
  partial: sql`${evaluations.recusedAt} is null and ${given} between 1 and ${sql.raw(String(CRITERIA.length - 1))}`,
  todo: sql`${evaluations.recusedAt} is null and ${given} = 0`,
};

/** The caller's state for a sent project, from the evaluation joined to it: the rule comes first. */
export function inState(state: State, conflicts: Conflicts): SQL {
  const excluded = isExcluded(conflicts);
  return state === "recused"
    ? sql`(${excluded} or ${STORED_STATES.recused})`
    : sql`(not ${excluded} and ${STORED_STATES[state]})`;
}

/** The same as `isSentAgain` of the contract: scores that count, about an earlier version. */
export function sentAgain(conflicts: Conflicts): SQL {
  return sql`(not ${isExcluded(conflicts)} and ${evaluations.recusedAt} is null
    and ${given} > 0 and ${evaluations.submissionId} <> ${submissions.id})`;
}

/** The sent projects of an edition. */
export const isSentIn = (editionId: string) =>
  and(eq(submissions.editionId, editionId), submissions.current);

/** Which of an edition's sent projects are requested, of those that are the caller's to read (`scopeOf`). */
export function listCondition(
  query: ProjectListQuery,
  editionId: string,
  own: Own,
  scope: SQL | undefined,
): SQL | undefined {
  return and(isSentIn(editionId), scope, filtersOf(query, own));
}

/** What a request filters by; undefined: by nothing. */
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
    query.sent_again && sentAgain(conflicts),
    query.total_from === undefined
      ? undefined
      : sql`${myTotal(own)} >= ${query.total_from * TENTHS}`,
    query.total_to === undefined ? undefined : sql`${myTotal(own)} <= ${query.total_to * TENTHS}`,
  );
}

/** Every word has to be found. */
function wordsOf(search = ""): string[] {
  return search.split(/\s+/u).filter(Boolean);
}

/** A word of name or idea, anywhere, regardless of case and accents; or any receipt of the project. */
function hasWord(word: string): SQL {
  const text = sql`${submissions.searchText} like '%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`;
  const [, year, count] = /^(\d{4})-(\d{1,6})$/.exec(word) ?? [];
  if (!year || !count) return text;
  const number = receiptNumber(Number(year), Number(count));
  return sql`(${text} or ${submissions.projectId} in (
    select receipts.project_id from submissions as receipts where receipts.number = ${number}))`;
}

/** Whether filter or order use the caller's evaluations; otherwise the join is left out. */
export function needsEvaluations({ state, orderby, ...query }: ProjectFilters): boolean {
  const byTotal = query.total_from !== undefined || query.total_to !== undefined;
  return state !== undefined || query.sent_again !== undefined || orderby === "my_total" || byTotal;
}

/** The requested order, from a closed list; ties are always broken the same way. */
export function listOrder(
  { orderby, order }: Pick<ProjectListQuery, "orderby" | "order">,
  own: Own,
): SQL[] {
  const way = order === "asc" ? asc : desc;
  switch (orderby) {
    case "nome":
      return [way(submissions.nomeKey), way(submissions.id)];
    case "my_total":
      // What has no total yet comes last, in either direction.
      return [sql`${way(myTotal(own))} nulls last`, asc(submissions.nomeKey), asc(submissions.id)];
    default:
      return [way(submissions.sentAt), way(submissions.id)];
  }
}

import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EVALUATION_STATES, projectListQuerySchema } from "@/contract/evaluation-schemas";
import { CRITERIA } from "@/contract/weights";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";

export type ProjectListQuery = z.output<typeof projectListQuerySchema>;

const given = sql<number>`num_nonnulls(${evaluations.impact}, ${evaluations.utility}, ${evaluations.feasibility}, ${evaluations.scalability}, ${evaluations.innovation})`;

/** Integer scores times integer percents are ten times the total. */
const TENTHS = 10;

/** The caller's total, times TENTHS: null until all five scores are given. */
const myTotal = sql.join(
  CRITERIA.map(({ id, weight }) => sql`${evaluations[id]} * ${sql.raw(String(weight))}`),
  sql` + `,
);

/**
 * The caller's states, over the evaluation joined to a project (all null when there is none). A
 * recusal beats any score; a note alone is not yet a beginning of a score.
 */
export const STATE_CONDITIONS: Record<(typeof EVALUATION_STATES)[number], SQL> = {
  recused: sql`${evaluations.recusedAt} is not null`,
  scored: sql`${evaluations.recusedAt} is null and ${given} = ${sql.raw(String(CRITERIA.length))}`,
  partial: sql`${evaluations.recusedAt} is null and ${given} between 1 and ${sql.raw(String(CRITERIA.length - 1))}`,
  todo: sql`${evaluations.recusedAt} is null and ${given} = 0`,
};

/** What of an edition's sent projects is asked for. */
export function listCondition(query: ProjectListQuery, editionId: string): SQL | undefined {
  const { industry, stage, tech, tipologia_impresa, state } = query;
  return and(
    eq(submissions.editionId, editionId),
    submissions.current,
    industry && eq(submissions.industry, industry),
    stage && eq(submissions.stage, stage),
    tech && eq(submissions.tech, tech),
    tipologia_impresa && eq(submissions.tipologiaImpresa, tipologia_impresa),
    ...wordsOf(query.search).map(
      (word) => sql`${submissions.searchText} like '%' || search_key(${word}) || '%'`,
    ),
    state && STATE_CONDITIONS[state],
    query.total_from === undefined ? undefined : sql`${myTotal} >= ${query.total_from * TENTHS}`,
    query.total_to === undefined ? undefined : sql`${myTotal} <= ${query.total_to * TENTHS}`,
  );
}

/** Every word has to occur, anywhere, without regard to case and accents. */
function wordsOf(search = ""): string[] {
  const words = search.split(/\s+/u).filter(Boolean);
  return words.map((word) => word.replaceAll(/[\\%_]/g, "\\$&"));
}

/** Whether filter or order look at the caller's evaluations; without them the join is left out. */
export function needsEvaluations({ state, orderby, ...query }: ProjectListQuery): boolean {
  const byTotal = query.total_from !== undefined || query.total_to !== undefined;
  return state !== undefined || orderby === "my_total" || byTotal;
}

/** The order asked for, out of a closed list; ties are broken the same way every time. */
export function listOrder({ orderby, order }: Pick<ProjectListQuery, "orderby" | "order">): SQL[] {
  const way = order === "asc" ? asc : desc;
  switch (orderby) {
    case "nome":
      return [way(submissions.nomeKey), way(submissions.id)];
    case "my_total":
      // What has no total yet comes last, whichever way.
      return [sql`${way(myTotal)} nulls last`, asc(submissions.nomeKey), asc(submissions.id)];
    default:
      return [way(submissions.sentAt), way(submissions.id)];
  }
}

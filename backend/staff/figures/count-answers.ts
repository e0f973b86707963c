import { type SQL, sql } from "drizzle-orm";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { FIGURE_ANSWER_NAMES, FIGURE_ANSWERS, type FigureAnswer } from "@/contract/staff/figures";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { visibleDecisions } from "../applications/application-filter";

/** Columns of `submissions` for answers that have one value per project. */
const COLUMNS = {
  industry: submissions.industry,
  stage: submissions.stage,
  tipologia_impresa: submissions.tipologiaImpresa,
  femminile: submissions.femminile,
  tech: submissions.tech,
  sustainableretail: submissions.sustainableretail,
  referente_age: submissions.referenteAge,
} as const satisfies Partial<Record<FigureAnswer, unknown>>;
type Single = keyof typeof COLUMNS;
const SINGLE = Object.keys(COLUMNS) as Single[];

/**
 * Counts of projects. The key consists of the answer's field, the answer, and a third part: the edition or the stage.
 */
type Counts = Map<string, number>;
const keyOf = (answer: string, value: string, by: string) => `${answer} ${value} ${by}`;

type Row = Record<Single, string | null> & { by: string; heard: string | null; n: number };

/**
 * Counts projects for each answer and each value of the SQL expression `by`. Each row of `from` is a project with the
 * columns of `submissions`.
 */
async function countBy(db: Executor, by: SQL, from: SQL): Promise<Counts> {
  const sets = sql.join(
    SINGLE.map((name) => sql`(1, ${COLUMNS[name]})`),
    sql`, `,
  );
  const { rows } = await db.execute<Row>(sql`
    select ${by} as by, ${sql.join(
      SINGLE.map((name) => sql`${COLUMNS[name]} as ${sql.identifier(name)}`),
      sql`, `,
    )}, null as heard, count(*)::int as n
    from ${from} group by grouping sets (${sets})
    union all
    select ${by}, ${sql.join(
      SINGLE.map(() => sql`null`),
      sql`, `,
    )}, heard.value, count(*)::int
    from ${from}, unnest(${submissions.heard}) as heard(value) group by 1, heard.value`);
  const counts: Counts = new Map();
  for (const { by: third, n, ...values } of rows) {
    for (const [answer, value] of Object.entries(values)) {
      if (value !== null) counts.set(keyOf(answer, value, third), n);
    }
  }
  return counts;
}

/** A stage whose decisions staff can see, with the number of selected projects. */
export type VisibleStage = { stage: Stage; count: number; released: boolean };

/**
 * Counts the submitted projects of an edition by answer, and compares them with the previous edition. Also counts the
 * projects of each stage.
 *
 * @param readable the stages whose ranking staff can read; only these include unreleased decisions. Rule: staff.blind.
 */
export async function countAnswers(
  db: Executor,
  { id, before }: { id: string; before: string | null },
  readable: readonly Stage[],
) {
  const editions = sql`(${sql.join(
    [id, ...(before ? [before] : [])].map((one) => sql`${one}::uuid`),
    sql`, `,
  )})`;
  const sent = sql`(select * from ${submissions} where ${submissions.current}
    and ${submissions.editionId} in ${editions}) as submissions`;
  const selected = sql`(${visibleDecisions(id, readable)}) as decided`;
  const reached = sql`${submissions} join ${selected} on decided.project_id = ${submissions.projectId}
    and decided.outcome = 'selected' and ${submissions.current}`;
  const bySent = await countBy(db, sql`edition_id::text`, sent);
  const byStage = await countBy(db, sql`decided.stage`, reached);
  const { rows: stages } = await db.execute<VisibleStage>(sql`
    select decided.stage as stage, count(*)::int as count, bool_and(released) as released
    from ${reached} group by 1`);
  return {
    answers: FIGURE_ANSWER_NAMES.map((name) => ({
      name,
      options: FIGURE_ANSWERS[name].map((value) => ({
        value: value as string,
        count: bySent.get(keyOf(name, value, id)) ?? 0,
        before: (before && bySent.get(keyOf(name, value, before))) || 0,
        stages: Object.fromEntries(
          STAGE_IDS.map((stage) => [stage, byStage.get(keyOf(name, value, stage)) ?? 0]),
        ) as Record<Stage, number>,
      })),
    })),
    stages: STAGE_IDS.flatMap((stage) => stages.find((one) => one.stage === stage) ?? []),
  };
}

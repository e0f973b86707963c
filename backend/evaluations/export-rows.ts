import { and, asc, eq, gt } from "drizzle-orm";
import type { Evaluation, Ranking } from "@/contract/evaluation-schemas";
import type { Language } from "@/contract/fields";
import { CRITERIA, type Criterion, missingCriteria } from "@/contract/weights";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { toEvaluation } from "./stored-evaluation";
import { fill, optionWord, type Words, wordsIn } from "./words";

type Submission = typeof submissions.$inferSelect;
export type ExportProject = { submission: Submission; evaluation: Evaluation | null };
export type RankingRow = Ranking["rows"][number];
export type Cell = string | number | null;

/** Projects read at a time: memory stays the same however many there are. */
const BATCH = 100;

/** An edition's sent projects with the caller's own evaluations, in order of receipt. */
export async function* exportProjects(
  db: Executor,
  editionId: string,
  evaluatorId: string,
): AsyncGenerator<ExportProject> {
  let after = "";
  for (;;) {
    const rows = await db
      .select({ submission: submissions, evaluation: evaluations })
      .from(submissions)
      .leftJoin(
        evaluations,
        and(
          eq(evaluations.projectId, submissions.projectId),
          eq(evaluations.evaluatorId, evaluatorId),
        ),
      )
      .where(
        and(
          eq(submissions.editionId, editionId),
          submissions.current,
          gt(submissions.number, after),
        ),
      )
      .orderBy(asc(submissions.number))
      .limit(BATCH);
    for (const { submission, evaluation } of rows) {
      yield { submission, evaluation: evaluation && toEvaluation(evaluation, submission.id) };
      after = submission.number;
    }
    if (rows.length < BATCH) return;
  }
}

type Column = { title: string; value: (project: ExportProject) => Cell };

const ANSWERS = [
  "tipologia_impresa",
  "tipologia_altro",
  "anno_costituzione",
  "costituita",
  "femminile",
  "stage",
  "industry",
  "tech",
  "tech_altro",
  "idea",
  "sustainableretail",
  "obiettivi",
  "impatto",
  "sustainableretail_video",
  "referente_nome_e_cognome",
  "referente_ruolo",
  "referente_email",
  "referente_telefono",
] as const;

/**
 * The columns of the table: the application, the caller's own work, and, once the caller has
 * closed, the ranking. `ranking` null: nothing of others is in the table.
 */
export function exportColumns(
  language: Language,
  ranking: Map<string, RankingRow> | null,
): Column[] {
  const words = wordsIn(language);
  const { columns } = words;
  const ranked = (name: Exclude<keyof RankingRow, "id" | "nome" | "criteria">): Column[] =>
    ranking
      ? [
          {
            title: (columns as Record<string, string>)[name] ?? name,
            value: ({ submission }) => ranking.get(submission.projectId)?.[name] ?? null,
          },
        ]
      : [];
  return [
    { title: columns.number, value: ({ submission }) => submission.number },
    { title: words.fields.nome, value: ({ submission }) => submission.nome },
    ...ANSWERS.map((name) => ({
      title: words.fields[name],
      value: ({ submission }: ExportProject) => optionWord(words, submission.project[name]),
    })),
    { title: words.fields.team, value: teamOf },
    { title: columns.sent_at, value: ({ submission }) => submission.sentAt.toISOString() },
    { title: columns.state, value: ({ evaluation }) => words.states[stateOf(evaluation)] },
    ...CRITERIA.map(({ id }) => ({
      title: fill(columns.score, { criterion: words.criteria[id] }),
      value: ({ evaluation }: ExportProject) => evaluation?.scores[id] ?? null,
    })),
    { title: columns.my_total, value: ({ evaluation }) => evaluation?.total ?? null },
    { title: columns.note, value: ({ evaluation }) => evaluation?.note ?? "" },
    ...ranked("rank"),
    ...ranked("mean"),
    ...ranked("spread"),
    ...ranked("evaluators"),
    ...ranked("calibrated_rank"),
    ...ranked("calibrated"),
    ...(ranking ? CRITERIA.map(({ id }) => criterionMean(id, ranking, words)) : []),
    ...(ranking ? [{ title: columns.reached, value: reachedBy(ranking, words) }] : []),
    { title: columns.id, value: ({ submission }) => submission.projectId },
  ];
}

function criterionMean(
  id: Criterion,
  ranking: Map<string, RankingRow>,
  { columns, criteria }: Words,
): Column {
  return {
    title: fill(columns.criterion_mean, { criterion: criteria[id] }),
    value: ({ submission }) => ranking.get(submission.projectId)?.criteria[id] ?? null,
  };
}

/** The furthest stage that was released: what is decided and not yet known is in no file. */
function reachedBy(ranking: Map<string, RankingRow>, words: Words) {
  return ({ submission }: ExportProject) => {
    const stage = ranking.get(submission.projectId)?.stage;
    return stage ? words.stages[stage] : "";
  };
}

function teamOf({ submission }: ExportProject): string {
  return submission.project.team.map(({ name, role }) => `${name} (${role})`).join(", ");
}

function stateOf(evaluation: Evaluation | null): keyof Words["states"] {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === CRITERIA.length) return "todo";
  return missing === 0 ? "scored" : "partial";
}

/**
 * ASVS 1.2.10: what a spreadsheet would take for a formula gets a single quote in front. Spaces in
 * front do not help it, and neither do the full-width forms of the signs.
 */
export function harmless(text: string): string {
  return /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/.test(text) ? `'${text}` : text;
}

import type { Evaluation } from "@/contract/evaluation-schemas";
import type { Language } from "@/contract/fields";
import { CRITERIA, type Criterion, missingCriteria } from "@/contract/weights";
import type { ExportProject } from "./export-rows";
import type { Cell, Column, Table } from "./export-table";
import type { RankingRow } from "./ranking";
import { fill, optionWord, type Words, wordsIn } from "./words";

type Ranks = Map<string, RankingRow>;
type ListColumn = Column & { value: (project: ExportProject) => Cell };

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
 * One row per project: the application, the caller's own work, and, once the caller has closed,
 * what the ranking says. `ranking` null: nothing of others is in the table.
 */
export function listTable(
  projects: AsyncIterable<ExportProject>,
  { language, year, ranking }: { language: Language; year: number; ranking: Ranks | null },
): Table {
  const words = wordsIn(language);
  const columns = listColumns(words, ranking);
  async function* rows() {
    for await (const project of projects) yield columns.map(({ value }) => value(project));
  }
  const { name, sheet } = words.export;
  return { name, sheet: fill(sheet, { year }), columns, rows: rows(), fixed: 2 };
}

function listColumns(words: Words, ranking: Ranks | null): ListColumn[] {
  const { columns } = words;
  return [
    { title: columns.number, value: ({ submission }) => submission.number },
    { title: words.fields.nome, value: ({ submission }) => submission.nome },
    ...ANSWERS.map((name) => ({
      title: words.fields[name],
      value: ({ submission }: ExportProject) => optionWord(words, submission.project[name]),
    })),
    { title: words.fields.team, value: teamOf },
    { title: columns.sent_at, value: ({ submission }) => submission.sentAt },
    { title: columns.state, value: ({ evaluation }) => words.states[stateOf(evaluation)] },
    ...CRITERIA.map(({ id }) => ({
      title: fill(columns.score, { criterion: words.criteria[id] }),
      value: ({ evaluation }: ExportProject) => evaluation?.scores[id] ?? null,
    })),
    {
      title: columns.my_total,
      decimal: true,
      value: ({ evaluation }) => evaluation?.total ?? null,
    },
    { title: columns.note, value: ({ evaluation }) => evaluation?.note ?? "" },
    ...(ranking ? rankingColumns(words, ranking) : []),
    { title: columns.id, value: ({ submission }) => submission.projectId },
  ];
}

function rankingColumns({ columns, criteria, stages }: Words, ranking: Ranks): ListColumn[] {
  const rowOf = ({ submission }: ExportProject) => ranking.get(submission.projectId);
  const ranked = (
    name: "rank" | "mean" | "spread" | "evaluators" | "calibrated" | "calibrated_rank",
    decimal = false,
  ): ListColumn => ({
    title: columns[name],
    decimal,
    value: (project) => rowOf(project)?.[name] ?? null,
  });
  const criterionMean = (id: Criterion): ListColumn => ({
    title: fill(columns.criterion_mean, { criterion: criteria[id] }),
    decimal: true,
    value: (project) => rowOf(project)?.criteria[id] ?? null,
  });
  return [
    ranked("rank"),
    ranked("mean", true),
    ranked("spread", true),
    ranked("evaluators"),
    ranked("calibrated_rank"),
    ranked("calibrated", true),
    ...CRITERIA.map(({ id }) => criterionMean(id)),
    {
      // The furthest stage that was released: what is decided and not yet known is in no file.
      title: columns.reached,
      value: (project) => {
        const stage = rowOf(project)?.stage;
        return stage ? stages[stage] : "";
      },
    },
  ];
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

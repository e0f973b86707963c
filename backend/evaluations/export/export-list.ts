import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, type Criterion, missingCriteria } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import {
  isTextField,
  ruleOf,
  SAVED_FIELDS,
  type SavedField,
  STEPS,
} from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import { fill, type Messages, messagesIn, optionWord } from "../../documents/messages";
import type { Cell, Column, Table } from "../../documents/table";
import type { RankingRow } from "../ranking/ranking";
import type { ExportProject } from "./export-rows";

type Ranks = Map<string, RankingRow>;
type ListColumn = Column & { value: (project: ExportProject) => Cell };

const READ = SAVED_FIELDS.filter((name) => !ruleOf(name).private);

/**
 * Table columns of the answers: the project's name, then the answers of each application step. Within a step, the
 * description of the idea comes last.
 */
const COLUMNS: readonly SavedField[] = [
  ...READ.filter((name) => ruleOf(name).read === "title"),
  ...STEPS.flatMap((step) => {
    const answers = READ.filter((name) => ruleOf(name).step === step).filter(
      (name) => ruleOf(name).read !== "title",
    );
    const isLead = (name: SavedField) => ruleOf(name).read === "lead";
    return [...answers.filter((name) => !isLead(name)), ...answers.filter(isLead)];
  }),
];

/**
 * Returns a table with one row per project: the application and the caller's own evaluation. If `ranking` is given,
 * because the caller has closed the evaluation, the table includes the ranking. If `ranking` is null, the table has no
 * data of other evaluators.
 */
export function listTable(
  projects: AsyncIterable<ExportProject>,
  { language, year, ranking }: { language: Language; year: number; ranking: Ranks | null },
): Table {
  const words = messagesIn(language);
  const columns = listColumns(words, ranking);
  async function* rows() {
    for await (const project of projects) yield columns.map(({ value }) => value(project));
  }
  const { name, sheet } = words.export;
  return { name, sheet: fill(sheet, { year }), columns, rows: rows(), fixed: 2 };
}

function listColumns(words: Messages, ranking: Ranks | null): ListColumn[] {
  const { columns } = words;
  return [
    { title: columns.number, value: ({ submission }) => submission.number },
    ...COLUMNS.map((name) => ({
      title: words.fields[name],
      value: ({ submission }: ExportProject) => answerOf(submission.project, name, words),
    })),
    { title: columns.sent_at, value: ({ submission }) => submission.sentAt },
    { title: columns.state, value: ({ evaluation }) => words.states[stateOf(evaluation)] },
    ...CRITERIA.map(({ id }) => ({
      title: fill(columns.score, { criterion: words.criteria[id].name }),
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

function rankingColumns({ columns, criteria, stages }: Messages, ranking: Ranks): ListColumn[] {
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
    title: fill(columns.criterion_mean, { criterion: criteria[id].name }),
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
      // Shows the furthest selection stage that the project reached by released decisions, because exports never
      // contain unreleased decisions.
      title: columns.reached,
      value: (project) => {
        const stage = rowOf(project)?.stage;
        return stage ? stages[stage] : "";
      },
    },
  ];
}

function answerOf(project: Project, name: SavedField, words: Messages): string {
  return isTextField(name)
    ? optionWord(words, project[name])
    : project[name].map((person) => `${person.name} (${person.role})`).join(", ");
}

function stateOf(evaluation: Evaluation | null): keyof Messages["states"] {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === CRITERIA.length) return "todo";
  return missing === 0 ? "scored" : "partial";
}

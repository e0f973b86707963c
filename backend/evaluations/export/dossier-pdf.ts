import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { Evaluation } from "@/contract/evaluation-schemas";
import type { Language } from "@/contract/fields";
import { FILE_FIELDS } from "@/contract/project-fields";
import type { Project } from "@/contract/project-schemas";
import { openSheet, type Sheet } from "../pdf/sheet";
import { drawScores } from "./score-figure";
import { fill, numberWord, optionWord, type Words, wordsIn } from "./words";

export type Dossier = {
  programme: string;
  number: string;
  sentAt: Date;
  project: Project;
  /** The reader's own; never anybody else's. */
  evaluation: Evaluation | null;
  language: Language;
};

/** Points that heading, figure and total need together. */
const EVALUATION_HEIGHT = 250;

const FACTS = [
  "tipologia_impresa",
  "tipologia_altro",
  "costituita",
  "anno_costituzione",
  "femminile",
  "stage",
  "industry",
  "tech",
  "tech_altro",
] as const;
const CHALLENGE = ["sustainableretail", "obiettivi", "impatto", "sustainableretail_video"] as const;
const CONTACT = [
  "referente_nome_e_cognome",
  "referente_ruolo",
  "referente_email",
  "referente_telefono",
  "referente_age",
] as const;

/** One sent project as a PDF, in the reader's language, as a stream. */
export function writeDossier({
  programme,
  number,
  sentAt,
  project,
  evaluation,
  language,
}: Dossier) {
  const words = wordsIn(language);
  const sheet = openSheet({
    programme,
    line: words.programmeLine,
    title: project.nome,
    language,
    page: (page) => fill(words.page, { number: page }),
    // Hashes of two exports can be compared.
    created: sentAt,
  });
  sheet.text(project.nome, { strong: true, size: 26 });
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: PROGRAMME_ZONE,
  }).format(sentAt);
  const sent = [fill(words.sent, { date }), fill(words.receipt, { number })];
  sheet.text(sent.join(" · "), { colour: "#55544d" });

  sheet.heading(words.sections.idea);
  sheet.text(project.idea, { size: 11 });
  sheet.heading(words.sections.facts);
  writeFields(sheet, project, FACTS, words);
  sheet.heading(words.sections.challenge);
  writeFields(sheet, project, CHALLENGE, words);
  sheet.heading(words.sections.documents);
  for (const field of FILE_FIELDS) {
    const file = project[field];
    if (file) sheet.row(words.fields[field], describeFile(file, language, words));
  }
  sheet.heading(words.sections.contact);
  writeFields(sheet, project, CONTACT, words);
  sheet.heading(words.sections.team);
  for (const { name, role, phone, age } of project.team) {
    sheet.row(name, [role, phone, optionWord(words, age)].filter(Boolean).join(" · "));
  }
  writeEvaluation(sheet, evaluation, language, words);
  return sheet.end();
}

/** Labelled rows of what was answered; conditional fields nobody filled are left out. */
function writeFields(
  sheet: Sheet,
  project: Project,
  names: readonly (
    | (typeof FACTS)[number]
    | (typeof CHALLENGE)[number]
    | (typeof CONTACT)[number]
  )[],
  words: Words,
) {
  for (const name of names) {
    if (project[name]) sheet.row(words.fields[name], optionWord(words, project[name]));
  }
}

function describeFile(
  { name, size, pages, duration, sha256 }: NonNullable<Project["pitch"]>,
  language: Language,
  words: Words,
): string {
  const megabytes = new Intl.NumberFormat(language, {
    style: "unit",
    unit: size < 1_000_000 ? "kilobyte" : "megabyte",
    maximumFractionDigits: 1,
  }).format(size < 1_000_000 ? size / 1000 : size / 1_000_000);
  const details = [
    megabytes,
    pages !== undefined && fill(words.file.pages, { count: pages }),
    duration !== undefined && fill(words.file.duration, { count: numberWord(language, duration) }),
    words.file.sha256,
  ];
  return `${name}\n${details.filter(Boolean).join(" · ")}\n${sha256}`;
}

function writeEvaluation(
  sheet: Sheet,
  evaluation: Evaluation | null,
  language: Language,
  words: Words,
) {
  const { evaluation: say } = words;
  if (evaluation && evaluation.recusal === null) sheet.keep(EVALUATION_HEIGHT);
  sheet.heading(words.sections.evaluation);
  if (!evaluation) return sheet.text(say.none);
  if (evaluation.recusal !== null) {
    return sheet.text(fill(say.recused, { reason: evaluation.recusal }));
  }
  drawScores(sheet, evaluation.scores, words);
  if (evaluation.total === null) sheet.text(`${say.partial}\n`);
  else sheet.row(say.total, `${numberWord(language, evaluation.total)} ${say.outOf}`);
  if (evaluation.outdated) sheet.text(say.outdated);
  if (evaluation.note) sheet.row(say.note, evaluation.note);
}

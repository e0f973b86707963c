import { COLOURS } from "@/contract/brand";
import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";
import { ANCHORS, type WeightedCriterion } from "@/contract/evaluation/weights";
import { type Language, languageName } from "@/contract/languages";
import type { Captions } from "@/contract/project/captions";
import { clockWords, sizeWords } from "@/contract/project/file-facts";
import {
  fieldsOf,
  isFileField,
  isTextField,
  ruleOf,
  STEPS,
  type Step,
  TEXT_FIELDS,
} from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import { figuresIn } from "@/contract/quoted-numbers";
import { fill, type Messages, messagesIn, numberWord, optionWord } from "../../documents/messages";
import { openPdf, type PdfPage } from "../../documents/pdf";
import { romeFormat } from "../../mail/data-messages";
import { drawScores } from "./score-figure";

export type Dossier = {
  programme: string;
  number: string;
  sentAt: Date;
  project: Project;
  /** Language of the answers. */
  written: Language;
  /**
   * The evaluation by the person who downloads the dossier, never by another evaluator. Undefined for people who are
   * not evaluators.
   */
  evaluation: Evaluation | null | undefined;
  criteria: readonly WeightedCriterion[];
  language: Language;
};

/** Total height of the evaluation's heading, chart, and total in the dossier, in points. */
const EVALUATION_HEIGHT = 250;

/**
 * Writes submitted projects as one PDF stream, in the language of the person who downloads it. Each project begins on a
 * new page.
 *
 * @param title the title of the file, if it contains several projects
 */
export function writeDossiers(all: readonly [Dossier, ...Dossier[]], title?: string) {
  const [{ programme, project, sentAt, language }, ...others] = all;
  const sheet = openPdf({
    programme,
    line: messagesIn(language).programmeLine,
    title: title ?? project.nome,
    language,
    // The PDF has the time of the submission as its date, so that two exports of a project have equal hashes.
    created: sentAt,
  });
  writeProject(sheet, all[0]);
  for (const one of others) {
    sheet.keep(Number.POSITIVE_INFINITY);
    writeProject(sheet, one);
  }
  return sheet.end();
}

/** Writes one submitted project as a PDF stream, in the language of the person who downloads it. */
export const writeDossier = (dossier: Dossier) => writeDossiers([dossier]);

function writeProject(
  sheet: PdfPage,
  { number, sentAt, project, written, evaluation, criteria, language }: Dossier,
): void {
  const words = messagesIn(language);
  sheet.title(project.nome, 26, { lang: written });
  const date = romeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(sentAt);
  const sent = [fill(words.sent, { date }), fill(words.receipt, { number })];
  sheet.text(sent.join(" · "), { colour: COLOURS["text-2"] });

  sheet.heading(words.sections.lead);
  for (const name of TEXT_FIELDS) {
    if (ruleOf(name).read === "lead") sheet.text(project[name], { size: 11, lang: written });
  }
  for (const step of STEPS) {
    sheet.heading(words.sections[step]);
    writeStep(sheet, step, project, { written, language });
  }
  if (evaluation !== undefined) writeEvaluation(sheet, evaluation, criteria, language, words);
  sheet.heading(words.sections.criteria);
  for (const { id, weight } of criteria) {
    const { name, says, ...scale } = words.criteria[id];
    const anchors = ANCHORS.map((anchor) => `${anchor.score}: ${scale[anchor.id]}`);
    const label = `${name}, ${fill(words.evaluation.weight, { weight })}`;
    sheet.row(label, [says, ...anchors].join("\n"));
  }
}

/** Writes the answers of an application step with their labels. Omits empty answers. */
function writeStep(
  sheet: PdfPage,
  step: Step,
  project: Project,
  { written, language }: Pick<Dossier, "written" | "language">,
) {
  const words = messagesIn(language);
  for (const name of fieldsOf(step)) {
    const { kind, read, private: isPrivate } = ruleOf(name);
    if (read === "title" || read === "lead" || isPrivate) continue;
    if (isFileField(name)) {
      const file = project[name];
      if (file) sheet.row(words.fields[name], describeFile(file, language, words));
      if (file?.captions) writeTranscript(sheet, file.captions, language, words);
    } else if (isTextField(name)) {
      // The options of a list are in the reader's language.
      const lang = kind === "choice" ? language : written;
      if (project[name]) sheet.row(words.fields[name], optionWord(words, project[name]), { lang });
    } else {
      for (const { name: person, role } of project[name])
        sheet.row(person, role, { lang: written });
    }
  }
}

/** Writes the captions of a video, one line per caption with its time. */
function writeTranscript(
  sheet: PdfPage,
  { cues, language: spoken }: Captions,
  language: Language,
  words: Messages,
) {
  const lines = cues.map(
    ({ start, text }) => `${clockWords(Math.floor(start))} ${text.replaceAll("\n", " ")}`,
  );
  sheet.row(
    fill(words.file.captions, { language: languageName(language, spoken) }),
    lines.join("\n"),
    { lang: spoken },
  );
}

function describeFile(
  { name, size, pages, duration, sha256 }: NonNullable<Project["pitch"]>,
  language: Language,
  words: Messages,
): string {
  const details = [
    sizeWords(size, (value) => numberWord(language, value)),
    pages !== undefined && fill(words.file.pages, { count: pages }),
    duration !== undefined && fill(words.file.length, { time: clockWords(duration) }),
    words.file.sha256,
  ];
  return `${name}\n${details.filter(Boolean).join(" · ")}\n${sha256}`;
}

function writeEvaluation(
  sheet: PdfPage,
  evaluation: Evaluation | null,
  criteria: readonly WeightedCriterion[],
  language: Language,
  words: Messages,
) {
  const { evaluation: say } = words;
  if (evaluation && evaluation.recusal === null) sheet.keep(EVALUATION_HEIGHT);
  sheet.heading(words.sections.evaluation);
  if (!evaluation) return sheet.text(say.none);
  if (evaluation.recusal !== null) {
    return sheet.text(fill(say.recused, { reason: evaluation.recusal }));
  }
  drawScores(sheet, evaluation.scores, criteria, words);
  if (evaluation.total === null) sheet.text(`${say.partial}\n`);
  else
    sheet.row(
      say.total,
      `${numberWord(language, evaluation.total)} ${fill(say.outOf, figuresIn(language))}`,
    );
  if (evaluation.outdated) sheet.text(say.outdated);
  if (evaluation.note) sheet.row(say.note, evaluation.note);
}

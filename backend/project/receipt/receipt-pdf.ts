import { type Language, languageName, loadPerLanguage } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import {
  fieldsOf,
  isFileField,
  isTextField,
  ruleOf,
  STEPS,
  type Step,
} from "@/contract/project/project-fields";
import type { Member, Project, ProjectFile } from "@/contract/project/project-schemas";
import { fill, messagesIn, optionWord } from "../../documents/messages";
import { openPdf, type PdfPage } from "../../documents/pdf";
import { romeFormat } from "../../mail/data-messages";
import type it from "./messages/it.json";

export type ReceiptMessages = typeof it;
const WORDS = await loadPerLanguage<ReceiptMessages>(
  async (language) => (await import(`./messages/${language}.json`)).default,
);

/** Time format of the receipt, with seconds and offset, because readers can be in any time zone. */
const SENT_AT = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "shortOffset",
} as const;

export type Receipt = {
  programme: string;
  number: string;
  /** Number of the previous receipt, which this receipt replaces, or null for the first one. */
  replaces: string | null;
  sha256: string;
  sentAt: Date;
  year: number;
  /** Name and address of the account that sent the application. */
  account: string;
  project: Project;
  /** Language of the answers. */
  written: Language;
  language: Language;
};

/** Returns the texts of receipts in a language. */
export function receiptMessages(language: Language): ReceiptMessages {
  return WORDS[language];
}

/** Writes the receipt of a submission as a PDF stream. The receipt contains the answers, the time, and the hash. */
export function writeReceipt(receipt: Receipt) {
  const { programme, number, replaces, sha256, sentAt, year, account, project, language } = receipt;
  const words = receiptMessages(language);
  const sheet = openPdf({
    programme,
    line: words.line,
    title: `${number} · ${project.nome}`,
    language,
  });
  sheet.title(words.title, 30);
  sheet.document.moveDown(0.8);
  const { rows } = words;
  sheet.row(rows.number, number);
  if (replaces) sheet.row(rows.replaces, replaces);
  sheet.row(rows.project, project.nome);
  sheet.row(rows.edition, String(year));
  sheet.row(rows.sentAt, romeFormat(language, SENT_AT).format(sentAt));
  sheet.row(rows.sentAtUtc, sentAt.toISOString());
  sheet.row(rows.account, account);
  sheet.row(rows.sha256, sha256);
  sheet.document.moveDown(0.6);
  sheet.text(words.note);
  for (const step of STEPS) writeStep(sheet, step, receipt);
  return sheet.end();
}

function writeStep(sheet: PdfPage, step: Step, { project, written, language }: Receipt): void {
  const labels = messagesIn(language);
  const words = receiptMessages(language);
  sheet.heading(words.sections[step]);
  for (const name of fieldsOf(step)) {
    if (isFileField(name)) {
      const file = project[name];
      sheet.row(labels.fields[name], file ? fileLines(file, language) : words.empty);
    } else if (isTextField(name)) {
      const value = optionWord(labels, project[name]);
      // Marks the language of each text in the PDF. Options of a list and the text for an empty answer are in the
      // reader's language. All other answers are in the applicant's language.
      const lang = value && ruleOf(name).kind !== "choice" ? written : language;
      sheet.row(labels.fields[name], value || words.empty, { lang });
    } else {
      for (const member of project[name]) sheet.row(member.name, memberLine(member, language));
    }
  }
}

function memberLine({ role, phone, age, info }: Member | Project["team"][number], to: Language) {
  const heard = (receiptMessages(to).info as Record<string, string>)[info] ?? info;
  return [role, phone, optionWord(messagesIn(to), age), heard].filter(Boolean).join(" · ");
}

function fileLines(sent: ProjectFile, language: Language) {
  const { name, size, pages, duration, sha256, captions } = sent;
  const { file } = receiptMessages(language);
  const number = (value: number) => numberFormat(language).format(value);
  const details = [
    fill(file.bytes, { count: number(size) }),
    pages !== undefined && fill(file.pages, { count: number(pages) }),
    duration !== undefined && fill(file.seconds, { count: number(duration) }),
  ];
  const captioned =
    captions &&
    fill(file.captions, {
      count: number(captions.cues.length),
      language: languageName(language, captions.language),
    });
  return [name, details.filter(Boolean).join(" · "), sha256, captioned].filter(Boolean).join("\n");
}

import type { Language } from "@/contract/fields";
import en from "./words/en.json";
import it from "./words/it.json";
import enSelection from "./words/selection.en.json";
import itSelection from "./words/selection.it.json";

/** The words of one mail. Paragraphs and subject may hold {names} of the mail's data. */
export type MailWords = {
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  button?: string;
  /** Labels of a small table, by the name of the datum. */
  details?: Record<string, string>;
  /** What to do if the mail comes as a surprise. */
  note?: string;
};

/** Templates of the selection (decisions, evaluators) have files of their own. */
const templates = {
  it: { ...it.templates, ...itSelection },
  en: { ...en.templates, ...enSelection },
} satisfies Record<Language, Record<string, MailWords>>;

export type Template = keyof typeof templates.it;
/** Mails about something that is still to be done: they lose their sense when it is. */
export const REMINDERS = [
  "reminder_complete",
  "reminder_incomplete",
  "reminder_changes",
  "evaluation_reminder",
] as const satisfies Template[];

type Words = {
  layout: Record<keyof typeof it.layout, string>;
  time: Record<keyof typeof it.time, string>;
  /** What the required fields of the application are called, inside a sentence. */
  fields: Record<keyof typeof it.fields, string>;
  templates: Record<Template, MailWords>;
};

const words: Record<Language, Words> = {
  it: { ...it, templates: templates.it },
  en: { ...en, templates: templates.en },
};

/** The words in a language, and what stands on every mail. */
export function mailWords(language: Language, template: Template) {
  const { templates, layout } = words[language];
  return { ...templates[template], layout };
}

/** Whether this version of the product still knows the template of a stored mail. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(templates.it, name);
}

/** The words of a language that stand in for data: names of fields, lengths of time, the deadline. */
export function dataWords(language: Language): Pick<Words, "time" | "fields"> {
  return words[language];
}

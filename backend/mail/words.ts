import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import type it from "./words/it.json";
import type selection from "./words/selection.it.json";

/** The words of one mail. They may hold {names} of the mail's data and of the programme's figures. */
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
export type Template = keyof typeof it.templates | keyof typeof selection;
/** Mails about something that is still to be done: they lose their sense when it is. */
export const REMINDERS = [
  "reminder_begin",
  "reminder_complete",
  "reminder_incomplete",
  "reminder_changes",
  "evaluation_reminder",
] as const satisfies Template[];

/** Mails somebody sits waiting for, or that say an account is in danger. */
export const ACCOUNT_MAILS = [
  "confirm",
  "already_registered",
  "account_deactivated",
  "password_recovery",
  "choose_password",
  "password_changed",
  "invitation",
  "new_device",
  "session_stolen",
  "provider_linked",
  "provider_unlinked",
  "passkey_added",
  "passkey_removed",
  "app_added",
  "app_removed",
  "recovery_codes_renewed",
  "recovery_code_used",
  "codes_tried",
  "factor_reset_asked",
  "factor_reset_done",
] as const satisfies Template[];

type Words = {
  layout: Record<keyof typeof it.layout, string>;
  time: Record<keyof typeof it.time, string>;
  templates: Record<Template, MailWords>;
};

const words = await loadPerLanguage<Words>(async (language) => {
  const [common, selection] = await Promise.all([
    import(`./words/${language}.json`),
    import(`./words/selection.${language}.json`),
  ]);
  const templates = { ...common.default.templates, ...selection.default };
  return { ...common.default, templates };
});

/** The words in a language, and what every mail contains. */
export function mailWords(language: Language, template: Template) {
  const { templates, layout } = words[language];
  return { ...templates[template], layout };
}

/** Whether this version of the product still knows the template of a stored mail. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(words[DEFAULT_LANGUAGE].templates, name);
}

/** The words of a language for lengths of time and the deadline. */
export function timeWords(language: Language): Words["time"] {
  return words[language].time;
}

/** Every template, in the order of its file. */
export const TEMPLATES = Object.keys(words[DEFAULT_LANGUAGE].templates) as Template[];
/** Those that are always called the same: what a letter is called is whoever's who writes it (letter.ts). */
export const NAMED: readonly Template[] = TEMPLATES.filter((template) => template !== "letter");
/** Those that leave to many at once: reminders, outcomes, invitations, letters. */
export const TO_MANY: readonly Template[] = TEMPLATES.filter(
  (template) =>
    (REMINDERS as readonly Template[]).includes(template) ||
    /^(decision|invitation|letter)/.test(template),
);

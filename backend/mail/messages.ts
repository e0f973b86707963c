import type { Stage } from "@/contract/evaluation/funnel";
import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import type it from "./messages/it.json";
import type selection from "./messages/selection.it.json";
import type staff from "./messages/staff.it.json";

/**
 * The texts of one mail template. The texts can contain placeholders in braces: names of the mail's values, and names
 * of the numbers in contract/quoted-numbers.ts.
 */
export type MailMessages = {
  subject: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  button?: string;
  /** Labels of a small table in the mail. The keys are the names of the mail's values. */
  details?: Record<string, string>;
  /**
   * Text for the placeholder {soon}, which promises that the event's place and time will follow. The mail contains this
   * text if the place and time are not known yet.
   */
  soon?: string;
  /** Advice for a recipient who does not expect the mail. */
  note?: string;
};

/**
 * Names of the mail templates. Templates of the selection (decisions, evaluators) and of staff are in separate files.
 */
export type Template =
  | keyof typeof it.templates
  | keyof typeof selection
  | keyof typeof staff.templates;
/** Mail templates that remind a person of an open task. When the task is done, the mail is no longer needed. */
export const REMINDERS = [
  "reminder_begin",
  "reminder_complete",
  "reminder_incomplete",
  "reminder_changes",
  "evaluation_reminder",
] as const satisfies Template[];

/**
 * Templates of mails that a user waits for, or that warn of a danger to an account. One loop of the mail worker sends
 * only these mails, so that no other mail delays them.
 */
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
  stages: Record<Stage, string>;
  feedback: Record<keyof typeof it.feedback, string>;
  /**
   * Patterns for beginnings of words, such as "deadline". If a letter (bulk email) contains such a word, the letter
   * mentions a deadline or a selection stage.
   */
  stated: Record<keyof typeof it.stated, string[]>;
  templates: Record<Template, MailMessages>;
  summary: Omit<typeof staff, "templates">;
};

const words = await loadPerLanguage<Words>(async (language) => {
  const [common, selection, staff] = await Promise.all([
    import(`./messages/${language}.json`),
    import(`./messages/selection.${language}.json`),
    import(`./messages/staff.${language}.json`),
  ]);
  const { templates: notices, ...summary } = staff.default;
  const templates = { ...common.default.templates, ...selection.default, ...notices };
  return { ...common.default, templates, summary };
});

/** Returns a template's texts in a language, together with the texts that all mails contain. */
export function mailMessages(language: Language, template: Template) {
  const { templates, layout } = words[language];
  return { ...templates[template], layout };
}

/** Returns the texts for the lines of the daily staff summary in a language. */
export function summaryMessages(language: Language): Words["summary"] {
  return words[language].summary;
}

/** Reports whether this version of the product knows the template of a stored mail. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(words[DEFAULT_LANGUAGE].templates, name);
}

/** Returns the texts for durations and deadlines in a language. */
export function timeWords(language: Language): Words["time"] {
  return words[language].time;
}

/** Returns the texts for the jury's feedback section of a decision mail, in a language. */
export function feedbackMessages(language: Language): Words["feedback"] {
  return words[language].feedback;
}

/** Returns the name of a selection stage in a language, for use inside a sentence. */
export function stageWords(language: Language, stage: Stage): string {
  return words[language].stages[stage];
}

/**
 * Returns the beginnings of words that show that a letter's text contains a deadline or a selection stage.
 */
export function statedWords(language: Language): Words["stated"] {
  return words[language].stated;
}

/** All mail templates, in the order of the file with their texts. */
export const TEMPLATES = Object.keys(words[DEFAULT_LANGUAGE].templates) as Template[];
/**
 * Mail templates with a fixed subject. The template `letter` has none, because the letter's author writes the subject
 * (letter.ts).
 */
export const NAMED: readonly Template[] = TEMPLATES.filter((template) => template !== "letter");
/** Templates of mails that are sent to many people: reminders, outcomes, invitations, letters. */
export const TO_MANY: readonly Template[] = TEMPLATES.filter(
  (template) =>
    (REMINDERS as readonly Template[]).includes(template) ||
    /^(decision|invitation|letter|readings)/.test(template),
);

import type { Stage } from "@/contract/evaluation/funnel";
import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import type it from "./messages/it.json";
import type selection from "./messages/selection.it.json";
import type staff from "./messages/staff.it.json";

/** The texts of one template. They can contain {names} of the mail's data and of the programme's figures. */
export type MailMessages = {
  subject: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  button?: string;
  /** Labels of a small table, by the name of the value. */
  details?: Record<string, string>;
  /** Value of {soon}: promises the place and the time if the mail does not contain them. */
  soon?: string;
  /** What to do if the recipient does not expect the mail. */
  note?: string;
};

/** Template names. Templates of the selection (decisions, evaluators) and of staff are in separate files. */
export type Template =
  | keyof typeof it.templates
  | keyof typeof selection
  | keyof typeof staff.templates;
/** Templates about an open task. They become pointless when the task is done. */
export const REMINDERS = [
  "reminder_begin",
  "reminder_complete",
  "reminder_incomplete",
  "reminder_changes",
  "evaluation_reminder",
] as const satisfies Template[];

/** Templates that a user waits for, or that warn of danger to an account. */
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
  /** Beginnings of words by which a letter states a deadline or a stage. */
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

/** Returns a template's texts in a language, with the texts of every mail. */
export function mailMessages(language: Language, template: Template) {
  const { templates, layout } = words[language];
  return { ...templates[template], layout };
}

/** Returns the texts of the lines of a summary for staff. */
export function summaryMessages(language: Language): Words["summary"] {
  return words[language].summary;
}

/** Reports whether this version knows a stored mail's template. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(words[DEFAULT_LANGUAGE].templates, name);
}

/** Returns a language's texts for durations and deadlines. */
export function timeWords(language: Language): Words["time"] {
  return words[language].time;
}

/** Returns the texts around the feedback in a decision mail. */
export function feedbackMessages(language: Language): Words["feedback"] {
  return words[language].feedback;
}

/** Returns the name of a stage of the selection in a language, in running text. */
export function stageWords(language: Language, stage: Stage): string {
  return words[language].stages[stage];
}

/** Returns the beginnings of words by which a letter in a language states a deadline or a stage. */
export function statedWords(language: Language): Words["stated"] {
  return words[language].stated;
}

/** All templates, in the order of the file. */
export const TEMPLATES = Object.keys(words[DEFAULT_LANGUAGE].templates) as Template[];
/** Templates with a fixed subject. The author of a letter writes its subject (letter.ts). */
export const NAMED: readonly Template[] = TEMPLATES.filter((template) => template !== "letter");
/** Templates that go to many recipients: reminders, outcomes, invitations, letters. */
export const TO_MANY: readonly Template[] = TEMPLATES.filter(
  (template) =>
    (REMINDERS as readonly Template[]).includes(template) ||
    /^(decision|invitation|letter|readings)/.test(template),
);

import { z } from "zod";
import { reasonText } from "@/contract/evaluation/reason-words";
import { BANDS, leavingTextSchema } from "@/contract/evaluation/received-feedback";
import { DEFAULT_LANGUAGE, type Language, languageName } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import { figuresIn } from "@/contract/quoted-numbers";
import { CHECK_NAMES } from "@/contract/staff/checks";
import { CHECK_OF_ALERT, STAFF_ALERTS } from "@/contract/staff/notices";
import { CHECK_LISTS, TODAY_PATH } from "@/contract/staff/today";
import type { BackendConfig } from "../config";
import {
  dayWords,
  deadlineValues,
  deadlineWords,
  localWords,
  missingWords,
  romeFormat,
} from "./data-messages";
import { layoutHtml } from "./layout";
import { feedbackMessages, mailMessages, summaryMessages, type Template } from "./messages";

/** Returns the path of the button in each alert mail: the list that the staff page *Today* opens for that alert. */
function pathsOfAlerts(): Partial<Record<Template, string>> {
  return Object.fromEntries(
    STAFF_ALERTS.map((alert) => [
      `staff_alert_${alert}`,
      CHECK_LISTS[CHECK_OF_ALERT[alert]] ?? TODAY_PATH,
    ]),
  );
}

/** Path that each template's button opens, without the language prefix. Templates without a path have no button. */
const PATHS: Partial<Record<Template, string>> = {
  confirm: "/registration/confirm",
  already_registered: "/login",
  password_recovery: "/login/password-reset",
  choose_password: "/login/password-reset",
  password_changed: "/login/password-recovery",
  new_device: "/dashboard/edit-profile",
  session_stolen: "/login/password-recovery",
  provider_linked: "/dashboard/edit-profile",
  provider_unlinked: "/dashboard/edit-profile",
  passkey_added: "/dashboard/edit-profile",
  passkey_removed: "/dashboard/edit-profile",
  app_added: "/dashboard/edit-profile",
  app_removed: "/dashboard/edit-profile",
  recovery_codes_renewed: "/dashboard/edit-profile",
  recovery_code_used: "/dashboard/edit-profile",
  codes_tried: "/login/password-recovery",
  factor_reset_asked: "/login",
  factor_reset_done: "/login",
  email_change: "/login/email-change",
  email_changed: "/login/email-change",
  email_correction: "/login/email-change",
  email_taken: "/login",
  invitation: "/login/invitation",
  letter: "/dashboard",
  application_sent: "/dashboard",
  application_withdrawn: "/dashboard",
  application_restored: "/dashboard",
  draft_deleted: "/dashboard",
  draft_restored: "/dashboard",
  reminder_begin: "/dashboard/project",
  reminder_complete: "/dashboard/project/review",
  reminder_incomplete: "/dashboard/project",
  reminder_changes: "/dashboard/project/review",
  deadline_extended: "/dashboard",
  deadline_restored: "/dashboard",
  invitation_known: "/dashboard/invitation",
  evaluation_reminder: "/dashboard/evaluation",
  round_opened: "/dashboard/evaluation",
  readings_changed: "/dashboard/evaluation",
  evaluation_closed: "/dashboard/evaluation/ranking",
  evaluation_closed_blind: "/dashboard/evaluation/closing",
  evaluation_reopened: "/dashboard/evaluation",
  feedback_asked: "/dashboard/evaluation",
  discussion_digest: "/dashboard/evaluation/discussions",
  staff_summary: TODAY_PATH,
  ...pathsOfAlerts(),
};
/** Path of the button in decision mails: the applicant's page with the application's timeline. */
const DECISION_PATH = "/dashboard";

type Content = { template: Template; language: Language; data: Record<string, string> };

/**
 * Renders a mail's subject, HTML body and plain-text body. Builds links from SITE_URL only, never from a request.
 * Calculates the remaining time when the mail is sent (`now`), not when it is queued.
 */
export function renderMail(content: Content, config: BackendConfig, now = new Date()) {
  const { subject, ...filled } = fillMail(content, config, now);
  return { subject, text: plainText(filled), html: layoutHtml(filled) };
}

/** Returns the filled parts of a mail. The HTML body, the plain-text body and the staff preview use these parts. */
export function fillMail(
  { template, language, data: stored }: Content,
  config: BackendConfig,
  now = new Date(),
) {
  const data = withCounts(stored, language);
  const { layout, ...words } = mailMessages(language, template);
  const values: Record<string, string | undefined> = {
    ...figuresIn(language),
    ...data,
    ...deadlineValues(data.deadline, language, now),
    programme: config.PROGRAMME_NAME,
    soon: data.where || data.when ? "" : words.soon,
  };
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  // Mark a test mail in the subject and in the text, so that the recipient does not take it for a real mail.
  const isTest = data.test !== undefined;
  const subject = fill(words.subject);
  return {
    subject: isTest ? layout.test_subject.replace("{subject}", () => subject) : subject,
    language,
    programme: config.PROGRAMME_NAME,
    siteUrl: config.SITE_URL,
    preview: fill(words.preview),
    title: fill(words.title),
    paragraphs: [...(isTest ? [layout.test] : []), ...words.paragraphs]
      // If the edition allows no changes after submission, mails about sent applications have no deadline. Omit the
      // paragraphs that mention a deadline.
      .filter((text) => values.deadline || !text.includes("{deadline}"))
      .filter((text) => values.sentence || text !== "{sentence}")
      .flatMap((text) =>
        // A letter's body is one placeholder. The placeholder's value can contain several paragraphs, so the filled
        // text is split.
        fill(text)
          .trim()
          .split(/\n[^\S\n]*\n\s*/),
      ),
    note: words.note && fill(words.note),
    lines: template === "staff_summary" ? summaryLines(data.lines ?? "", language, config) : [],
    footer: fill(layout.footer),
    copyLink: layout.copy_link,
    feedback: feedbackIn(data.feedback, language),
    details: Object.entries(words.details ?? {})
      .map(([name, label]) => [label, show(name, data[name] ?? "", language)] as const)
      .filter(([, value]) => value !== ""),
    link: words.button
      ? { label: words.button, url: linkOf(template, language, data, config) }
      : null,
  };
}

/** Names of the mail values that are counts. All other numeric values are years, receipt numbers, or ids. */
const COUNTS: readonly string[] = [
  ...["projects", "hours", "capacity", "todo", "scored", "unscored", "recused"],
  ...["days", "left"],
];

/** Formats the counts in a mail's data for the mail's language. */
function withCounts(data: Record<string, string>, language: Language): Record<string, string> {
  const format = numberFormat(language);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      COUNTS.includes(name) && /^\d+$/.test(value)
        ? [name, format.format(Number(value))]
        : [name, value],
    ),
  );
}

const feedbackSchema = z.object({
  band: z.enum(BANDS).nullable(),
  texts: z.array(leavingTextSchema),
});

/**
 * Returns the feedback of a decision mail, or null without feedback. Feedback in another language than the mail's gets
 * a label.
 */
function feedbackIn(given: string | undefined, language: Language) {
  if (given === undefined) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(given);
  } catch {
    return null;
  }
  const { data } = feedbackSchema.safeParse(stored);
  if (!data) return null;
  const words = feedbackMessages(language);
  return {
    title: words.title,
    band: data.band ? words[data.band] : "",
    texts: data.texts.map((one) => ({
      label:
        one.text && one.language !== language
          ? words.language.replace("{language}", () => languageName(language, one.language))
          : "",
      reasons: one.reasons.map((reason) => reasonText(language, reason)).filter(Boolean),
      text: one.text,
      language: one.language,
    })),
  };
}

/** Returns a decision's feedback as paragraphs, for the plain-text body and for the staff preview. */
export function feedbackParagraphs(feedback: FilledMail["feedback"]): string[] {
  if (!feedback) return [];
  const texts = feedback.texts.flatMap(({ label, reasons, text }) => [
    reasons.map((one) => `– ${one}`).join("\n"),
    label,
    text,
  ]);
  return [feedback.title, feedback.band, ...texts].filter(Boolean);
}

const linesSchema = z.array(z.tuple([z.string(), z.number(), z.number()]));

/**
 * Returns the lines of a summary mail for staff. Each line links to the list of the items that it counts. Skips lines
 * about checks of the staff page *Today* that this version of the product does not know.
 */
function summaryLines(text: string, language: Language, { SITE_URL }: BackendConfig) {
  const { lines: labels, line, changed } = summaryMessages(language);
  const number = numberFormat(language);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return [];
  }
  const { data = [] } = linesSchema.safeParse(given);
  return data.flatMap(([name, count, before]) => {
    const check = CHECK_NAMES.find((one) => one === name);
    if (!check) return [];
    const label = (before > 0 ? changed : line)
      .replace("{label}", labels[check])
      .replace("{count}", number.format(count))
      .replace("{before}", number.format(before));
    const prefix = language === DEFAULT_LANGUAGE ? "" : `/${language}`;
    return [{ label, url: `${SITE_URL}${prefix}${CHECK_LISTS[check] ?? TODAY_PATH}` }];
  });
}

export type FilledMail = Parameters<typeof layoutHtml>[0];

function linkOf(
  template: Template,
  language: Language,
  { token, next, edition, round }: Record<string, string>,
  { SITE_URL, WHITEPAPER_PDF }: BackendConfig,
): string {
  if (template === "whitepaper") {
    return new URL(WHITEPAPER_PDF.replace("{locale}", language), SITE_URL).href;
  }
  const prefix = prefixOf(language);
  const path = PATHS[template] ?? (template.startsWith("decision_") ? DECISION_PATH : "/");
  const query = new URLSearchParams({
    ...(token && { token }),
    ...(edition && { edition }),
    ...(round && { round }),
    // The confirmation link returns the user to the page where the registration started, also on another device.
    ...(next && { next: prefix + next }),
  });
  return `${pageUrl(SITE_URL, language, path)}${query.size > 0 ? `?${query}` : ""}`;
}

const prefixOf = (language: Language) => (language === DEFAULT_LANGUAGE ? "" : `/${language}`);

/** Returns the absolute address of a site page in a language. */
export function pageUrl(siteUrl: string, language: Language, path: string): string {
  return `${siteUrl}${prefixOf(language)}${path}`;
}

/** Formats a mail value for display: instants in Rome time to the second, form fields by their names. */
function show(name: string, value: string, language: Language): string {
  if (name === "deadline" || name === "answer_by") return deadlineWords(value, language);
  if (name === "missing") return missingWords(value, language);
  if (name === "opens" || name === "due_on") return dayWords(value, language);
  if (name === "when") return value && localWords(value, language);
  if (name !== "at" && name !== "sent_at") return value;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  return romeFormat(language, { dateStyle: "long", timeStyle: "medium" }).format(at);
}

function plainText(mail: FilledMail): string {
  const parts = [
    mail.title.toUpperCase(),
    ...mail.paragraphs,
    ...feedbackParagraphs(mail.feedback),
    mail.lines.map(({ label, url }) => `${label}\n${url}`).join("\n\n"),
    mail.details.map(([label, value]) => `${label}: ${value}`).join("\n"),
    mail.link ? `${mail.link.label}:\n${mail.link.url}` : "",
    mail.note ?? "",
    `--\n${mail.programme} · ${mail.siteUrl}\n${mail.footer}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

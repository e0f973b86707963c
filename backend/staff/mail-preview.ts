import { languageOf } from "@/contract/languages";
import type { MailPreviewAnswer as Sheet } from "@/contract/staff/mail-preview";
import type { BackendConfig } from "../config";
import { feedbackParagraphs, fillMail } from "../mail/render";

/**
 * Renders an email for staff with the function that also renders sent emails. Omits the address behind the button,
 * which can contain a secret token.
 */
export function buildMailPreview(
  content: Parameters<typeof fillMail>[0],
  to: string | null,
  config: BackendConfig,
  now: Date,
): Sheet {
  const { subject, language, title, paragraphs, feedback, details, link, note, footer } = fillMail(
    content,
    config,
    now,
  );
  return {
    from: config.MAIL_FROM,
    to,
    subject,
    language: languageOf(language),
    title,
    paragraphs: [...paragraphs, ...feedbackParagraphs(feedback)],
    details: details.map(([label, value]) => ({ label, value })),
    button: link?.label ?? null,
    note: note ?? null,
    footer: `${config.PROGRAMME_NAME} · ${footer}`,
  };
}

import { COLOURS } from "@/contract/brand";
import type { Language } from "@/contract/languages";

type Mail = {
  language: Language;
  programme: string;
  siteUrl: string;
  preview: string;
  title: string;
  paragraphs: string[];
  /** Lines of a summary mail. Each line links to a different page. */
  lines: readonly { label: string; url: string }[];
  details: (readonly [label: string, value: string])[];
  /** The jury's feedback, each text in the language of its author. Null if the mail contains no feedback. */
  feedback: MailFeedback | null;
  link: { label: string; url: string } | null;
  note: string | undefined;
  footer: string;
  copyLink: string;
};

export type MailFeedback = {
  title: string;
  band: string;
  texts: readonly { label: string; reasons: readonly string[]; text: string; language: Language }[];
};

const { ink: INK, "text-2": GREY, "accent-1": ACCENT, white: WHITE } = COLOURS;
const SANS = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";
const DISPLAY = "'League Spartan','Futura','Century Gothic','Helvetica Neue',Arial,sans-serif";

function escapeHtml(text: string): string {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign as keyof typeof entities]);
}

function paragraph(text: string, style = ""): string {
  return `<p style="margin:0 0 20px;${style}">${escapeHtml(text).replaceAll("\n", "<br>\n")}</p>`;
}

function detailsTable(details: Mail["details"]): string {
  if (details.length === 0) return "";
  const rows = details.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" style="padding:12px 16px 12px 0;border-top:2px solid ${INK};font-weight:400;color:${GREY};vertical-align:top;width:38%">${escapeHtml(label)}</th>` +
      `<td style="padding:12px 0;border-top:2px solid ${INK};font-weight:650;vertical-align:top;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 28px;border-collapse:collapse;font-size:16px;line-height:1.4">${rows.join("")}</table>`;
}

function linkedLines(lines: Mail["lines"]): string {
  if (lines.length === 0) return "";
  const items = lines.map(
    ({ label, url }) =>
      `<li style="padding:10px 0;border-top:2px solid ${INK}"><a href="${escapeHtml(url)}" style="color:${INK};font-weight:650">${escapeHtml(label)}</a></li>`,
  );
  return `<ul style="margin:8px 0 28px;padding:0;list-style:none">${items.join("")}</ul>`;
}

function feedbackBlock(feedback: MailFeedback | null): string {
  if (!feedback) return "";
  const texts = feedback.texts.map(({ label, reasons, text, language }) => {
    const items = reasons.map((one) => `<li style="margin:0 0 6px">${escapeHtml(one)}</li>`);
    return [
      label && paragraph(label, `font-size:14px;color:${GREY}`),
      items.length > 0
        ? `<ul style="margin:0 0 20px;padding:0 0 0 20px">${items.join("")}</ul>`
        : "",
      // The browser detects the direction of each feedback text, because a text can be in a right-to-left script.
      text &&
        `<div lang="${language}" dir="auto" style="margin:0 0 20px;padding:0 0 0 16px;border-left:4px solid ${ACCENT};word-break:break-word">${escapeHtml(text).replaceAll("\n", "<br>\n")}</div>`,
    ].join("\n");
  });
  return `<h2 style="margin:28px 0 16px;font-family:${DISPLAY};font-weight:700;font-size:24px;letter-spacing:-.02em;line-height:1.1">${escapeHtml(feedback.title)}</h2>
${feedback.band && paragraph(feedback.band)}
${texts.join("\n")}`;
}

function button(mail: Mail): string {
  if (!mail.link) return "";
  const url = escapeHtml(mail.link.url);
  return (
    `<p style="margin:8px 0 28px"><a href="${url}" style="display:inline-block;background:${INK};color:${WHITE};text-decoration:none;font-weight:650;font-size:17px;line-height:1.2;padding:17px 28px">${escapeHtml(mail.link.label)}</a></p>` +
    `<p style="margin:0 0 28px;font-size:14px;line-height:1.45;color:${GREY}">${escapeHtml(mail.copyLink)}<br><a href="${url}" style="color:${INK};word-break:break-all">${url}</a></p>`
  );
}

/**
 * Returns the HTML body of a mail: one column, black on white, with a coloured line below the programme's name, without
 * images or tracking.
 */
export function layoutHtml(mail: Mail): string {
  const note = mail.note ? paragraph(mail.note, `font-size:15px;color:${GREY}`) : "";
  return `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light only">
<title>${escapeHtml(mail.title)}</title>
</head>
<body style="margin:0;padding:0;background:${WHITE};color:${INK};font-family:${SANS}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:40px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 0 14px;font-family:${DISPLAY};font-weight:700;font-size:28px;letter-spacing:-.03em;line-height:1">${escapeHtml(mail.programme)}</td></tr>
<tr><td style="height:4px;line-height:4px;font-size:0;background:${ACCENT}">&nbsp;</td></tr>
<tr><td style="padding:40px 0 0;font-size:17px;line-height:1.5">
<h1 style="margin:0 0 24px;font-family:${DISPLAY};font-weight:700;font-size:36px;letter-spacing:-.03em;line-height:1">${escapeHtml(mail.title)}</h1>
${mail.paragraphs.map((text) => paragraph(text)).join("\n")}
${feedbackBlock(mail.feedback)}
${linkedLines(mail.lines)}
${detailsTable(mail.details)}
${button(mail)}
${note}
</td></tr>
<tr><td style="padding:20px 0 0;border-top:2px solid ${INK};font-size:14px;line-height:1.45;color:${GREY}"><a href="${escapeHtml(mail.siteUrl)}" style="color:${INK}">${escapeHtml(mail.programme)}</a> · ${escapeHtml(mail.footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

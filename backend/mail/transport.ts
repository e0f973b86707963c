import { createTransport } from "nodemailer";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import { renderMail } from "./render";
import type { Template } from "./words";

/** Milliseconds to wait for the mail server, by step of the conversation. */
export type MailTimeouts = { connection: number; greeting: number; silence: number };

/**
 * Ten minutes of silence (RFC 5321, 4.5.3.2.6): a server that is merely slow to confirm has
 * accepted the mail, and giving up on it would send the mail twice.
 */
const TIMEOUTS: MailTimeouts = { connection: 10_000, greeting: 15_000, silence: 600_000 };

export type OutgoingMail = {
  id: string;
  recipient: string;
  template: Template;
  language: Language;
  data: Record<string, string>;
};

/** Sends one mail over SMTP_URL; rejects when the server did not accept it. */
export function openTransport(config: BackendConfig, timeouts: MailTimeouts = TIMEOUTS) {
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = parseSender(config.MAIL_FROM, config.PROGRAMME_NAME);
  const host = new URL(config.SITE_URL).hostname;

  return async function send(mail: OutgoingMail): Promise<void> {
    const { subject, text, html } = renderMail(mail, config);
    await transport.sendMail({
      from,
      // An object, never a string to parse: it can then be only one address.
      to: { name: "", address: mail.recipient },
      subject,
      text,
      html,
      // The same mail has the same id on every attempt, so that receivers recognise duplicates.
      messageId: `<${mail.id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}

export type SendMail = ReturnType<typeof openTransport>;

/** `Name <address>` or a bare address, as the configuration gives it. */
function parseSender(sender: string, programme: string) {
  const match = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(sender);
  return match
    ? { name: match[1]?.replaceAll('"', "") ?? "", address: match[2] ?? "" }
    : { name: programme, address: sender.trim() };
}

/** Whether the trouble was the server's (down, slow, refusing everything) and not this mail's. */
export function isServerTrouble(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  // A refusal of the greeting or of the sign-in concerns every mail.
  if (command === "CONN" || command?.startsWith("AUTH") || command === "API") return true;
  return responseCode === undefined || responseCode === 421;
}

/** A 5xx answer about this very mail. */
export function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return !isServerTrouble(error) && responseCode !== undefined && responseCode >= 500;
}

/** What the operator's list shows: one line, no address, no token. */
export function describeTrouble(error: unknown): string {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code, command, responseCode].filter(Boolean).join(" ") || "unknown";
}

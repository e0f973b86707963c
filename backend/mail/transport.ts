import { PassThrough } from "node:stream";
import { createTransport } from "nodemailer";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Template } from "./messages";
import { renderMail } from "./render";

/** Time limits for the mail server in milliseconds, one for each step of the SMTP conversation. */
export type MailTimeouts = {
  connection: number;
  greeting: number;
  /**
   * Time limit until the mail server has received the whole mail. A mail abandoned before this point cannot arrive
   * twice.
   */
  conversation: number;
  /** Time limit for the mail server's confirmation after it has received the whole mail. */
  silence: number;
};

/**
 * Default time limits. The confirmation can take ten minutes (RFC 5321, 4.5.3.2.6): a slow server has already accepted
 * the mail, and a retry would deliver it twice.
 */
const TIMEOUTS: MailTimeouts = {
  connection: 10_000,
  greeting: 15_000,
  conversation: 60_000,
  silence: 600_000,
};

/** The mail server received the mail but never confirmed it, so the mail was possibly delivered. */
export class Unconfirmed extends Error {}

export type OutgoingMail = {
  id: string;
  recipient: string;
  template: Template;
  language: Language;
  data: Record<string, string>;
};

/** Creates the transport to the mail server of SMTP_URL. */
function reach({ SMTP_URL }: BackendConfig, timeouts: Omit<MailTimeouts, "conversation">) {
  return createTransport({
    url: SMTP_URL,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in to the mail server as for sending, but sends nothing. Rejects with the server's response. */
export async function tryMailServer(config: BackendConfig): Promise<void> {
  const transport = reach(config, { connection: 5_000, greeting: 5_000, silence: 10_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Creates a function that sends mails through the mail server of SMTP_URL. The function rejects if the server does not
 * accept the mail.
 */
export function openTransport(config: BackendConfig, timeouts: MailTimeouts = TIMEOUTS) {
  const transport = reach(config, timeouts);
  transport.use("stream", (mail, done) => {
    const { onHandedOver } = mail.data as { onHandedOver?: () => void };
    mail.message.transform(
      () =>
        new PassThrough({
          flush: (end) => {
            onHandedOver?.();
            end();
          },
        }),
    );
    done();
  });
  const from = parseSender(config.MAIL_FROM, config.PROGRAMME_NAME);
  const host = new URL(config.SITE_URL).hostname;

  /** Sends one mail. Returns the server's response. */
  return async function send(mail: OutgoingMail): Promise<string> {
    const { subject, text, html } = renderMail(mail, config);
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(), timeouts.conversation);
    let handedOver = false;
    const message = {
      from,
      // The recipient is an object, because the mail library would parse a string as an address list, which can contain
      // several recipients.
      to: { name: "", address: mail.recipient },
      subject,
      text,
      html,
      // Every attempt uses the same Message-ID, so that the recipient's server recognizes duplicates.
      messageId: `<${mail.id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      signal: tooLong.signal,
      onHandedOver() {
        handedOver = true;
        clearTimeout(timer);
      },
    };
    try {
      const { response } = await transport.sendMail(message);
      return serverWords(response);
    } catch (error) {
      if (handedOver && (error as { code?: string }).code === "ETIMEDOUT") throw new Unconfirmed();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

export type SendMail = ReturnType<typeof openTransport>;

/** Parses the configured sender of emails: `Name <address>` or a bare address. */
function parseSender(sender: string, programme: string) {
  const match = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(sender);
  return match
    ? { name: match[1]?.replaceAll('"', "") ?? "", address: match[2] ?? "" }
    : { name: programme, address: sender.trim() };
}

/**
 * Reports whether an error concerns the mail server as a whole (down, slow, refusing every mail) and not only the mail
 * being sent.
 */
export function isServerTrouble(error: unknown): boolean {
  if (error instanceof Unconfirmed) return false;
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  // A refused connection or sign-in affects every mail.
  if (command === "CONN" || command?.startsWith("AUTH") || command === "API") return true;
  return responseCode === undefined || responseCode === 421;
}

/** Reports whether the mail server refused a mail permanently (5xx). */
export function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return !isServerTrouble(error) && responseCode !== undefined && responseCode >= 500;
}

/** Describes a mail error for the operator's list: one line without addresses or tokens. */
export function describeTrouble(error: unknown): string {
  if (error instanceof Unconfirmed) return "handed over, never confirmed: perhaps sent";
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code, command, responseCode].filter(Boolean).join(" ") || "unknown";
}

/** Maximum length of a stored mail server response in characters. */
const SAYS_MAX = 200;

/**
 * Returns a mail server's response on one line. Removes URLs, which can contain a link from the mail, and texts long
 * enough to be a secret.
 */
export function serverWords(said: string): string {
  const line = said
    .replaceAll(/https?:\/\/\S+/gi, "…")
    .replaceAll(/[\w+/=-]{40,}/g, "…")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const signs = [...line];
  return signs.length > SAYS_MAX ? `${signs.slice(0, SAYS_MAX - 1).join("")}…` : line;
}

/**
 * Returns the mail server's response or the error message, cleaned by `serverWords`. Null if the server never confirmed
 * the mail.
 */
export function wordsOfTrouble(error: unknown): string | null {
  if (error instanceof Unconfirmed) return null;
  const { response, message } = error as { response?: string; message?: string };
  return serverWords(response || message || "") || null;
}

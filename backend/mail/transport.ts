import { PassThrough } from "node:stream";
import { createTransport } from "nodemailer";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Template } from "./messages";
import { renderMail } from "./render";

/** Time limits for the mail server in milliseconds, by step of the SMTP conversation. */
export type MailTimeouts = {
  connection: number;
  greeting: number;
  /** Limit until the mail is handed over. Giving up earlier cannot send a mail twice. */
  conversation: number;
  /** Limit for the confirmation of a mail that was handed over. */
  silence: number;
};

/**
 * Default time limits. The confirmation can take ten minutes (RFC 5321, 4.5.3.2.6): a slow server has already accepted the
 * mail, and giving up would send the mail twice.
 */
const TIMEOUTS: MailTimeouts = {
  connection: 10_000,
  greeting: 15_000,
  conversation: 60_000,
  silence: 600_000,
};

/** The mail was handed over, but the server never confirmed it. The mail was possibly sent. */
export class Unconfirmed extends Error {}

export type OutgoingMail = {
  id: string;
  recipient: string;
  template: Template;
  language: Language;
  data: Record<string, string>;
};

/** Opens the mail server of SMTP_URL. */
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

/** Connects and signs in as for sending, but sends nothing. Rejects with the server's response. */
export async function tryMailServer(config: BackendConfig): Promise<void> {
  const transport = reach(config, { connection: 5_000, greeting: 5_000, silence: 10_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Opens the connection of SMTP_URL for sending. Sending rejects if the server does not accept the mail. */
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
      // Pass an object instead of a string to parse, so that it can only be one address.
      to: { name: "", address: mail.recipient },
      subject,
      text,
      html,
      // Use the same id in every attempt, so that recipients' servers recognize duplicates.
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

/** Parses the configured sender: `Name <address>` or a bare address. */
function parseSender(sender: string, programme: string) {
  const match = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(sender);
  return match
    ? { name: match[1]?.replaceAll('"', "") ?? "", address: match[2] ?? "" }
    : { name: programme, address: sender.trim() };
}

/** Reports whether an error concerns the server (down, slow, refusing every mail) and not this mail. */
export function isServerTrouble(error: unknown): boolean {
  if (error instanceof Unconfirmed) return false;
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  // A refused greeting or sign-in concerns every mail.
  if (command === "CONN" || command?.startsWith("AUTH") || command === "API") return true;
  return responseCode === undefined || responseCode === 421;
}

/** Reports whether the server answered 5xx for this mail. */
export function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return !isServerTrouble(error) && responseCode !== undefined && responseCode >= 500;
}

/** Describes an error for the operator's list, on one line without addresses or tokens. */
export function describeTrouble(error: unknown): string {
  if (error instanceof Unconfirmed) return "handed over, never confirmed: perhaps sent";
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code, command, responseCode].filter(Boolean).join(" ") || "unknown";
}

/** Maximum length of a stored server response in characters. */
const SAYS_MAX = 200;

/**
 * Returns a server's response on one line, without URLs, which can contain a mailed link, and without texts long enough to be
 * a secret.
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

/** Returns the server's response in an error, or why there was none, with the same removals. */
export function wordsOfTrouble(error: unknown): string | null {
  if (error instanceof Unconfirmed) return null;
  const { response, message } = error as { response?: string; message?: string };
  return serverWords(response || message || "") || null;
}

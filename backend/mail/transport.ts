import { PassThrough } from "node:stream";
import { createTransport } from "nodemailer";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import { renderMail } from "./render";
import type { Template } from "./words";

/** Milliseconds to wait for the mail server, by step of the conversation. */
export type MailTimeouts = {
  connection: number;
  greeting: number;
  /** All of it until the mail is handed over; giving up earlier sends nothing twice. */
  conversation: number;
  /** For the confirmation of a mail that was handed over. */
  silence: number;
};

/**
 * Ten minutes for the confirmation (RFC 5321, 4.5.3.2.6): a server that is merely slow with it has
 * accepted the mail, and giving up on it would send the mail twice.
 */
const TIMEOUTS: MailTimeouts = {
  connection: 10_000,
  greeting: 15_000,
  conversation: 60_000,
  silence: 600_000,
};

/** The whole mail was handed over, and the server never said what became of it: it has perhaps been sent. */
export class Unconfirmed extends Error {}

export type OutgoingMail = {
  id: string;
  recipient: string;
  template: Template;
  language: Language;
  data: Record<string, string>;
};

/** The mail server that SMTP_URL names. */
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

/** Connects and signs in as sending does, and sends nothing; rejects with what the server said. */
export async function tryMailServer(config: BackendConfig): Promise<void> {
  const transport = reach(config, { connection: 5_000, greeting: 5_000, silence: 10_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends one mail over SMTP_URL; rejects when the server did not accept it. */
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

  /** What the server said of it. */
  return async function send(mail: OutgoingMail): Promise<string> {
    const { subject, text, html } = renderMail(mail, config);
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(), timeouts.conversation);
    let handedOver = false;
    const message = {
      from,
      // An object, never a string to parse: it can then be only one address.
      to: { name: "", address: mail.recipient },
      subject,
      text,
      html,
      // The same mail has the same id on every attempt, so that receivers recognise duplicates.
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

/** `Name <address>` or a bare address, as the configuration gives it. */
function parseSender(sender: string, programme: string) {
  const match = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(sender);
  return match
    ? { name: match[1]?.replaceAll('"', "") ?? "", address: match[2] ?? "" }
    : { name: programme, address: sender.trim() };
}

/** Whether the trouble was the server's (down, slow, refusing everything) and not this mail's. */
export function isServerTrouble(error: unknown): boolean {
  if (error instanceof Unconfirmed) return false;
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
  if (error instanceof Unconfirmed) return "handed over, never confirmed: perhaps sent";
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code, command, responseCode].filter(Boolean).join(" ") || "unknown";
}

/** Longer answers are cut, in characters. */
const SAYS_MAX = 200;

/**
 * A server's own words on one line: without addresses of pages, in which it may quote a link of ours, and without what is long
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

/** The same of an error: what the server answered, or why there was no answer. */
export function wordsOfTrouble(error: unknown): string | null {
  if (error instanceof Unconfirmed) return null;
  const { response, message } = error as { response?: string; message?: string };
  return serverWords(response || message || "") || null;
}

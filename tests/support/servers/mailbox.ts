import { expect } from "playwright/test";

export type Mail = {
  id: string;
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string }[];
};

/** Reads the emails that the product sent, from the mailbox at MAILBOX_URL. */
export class Mailbox {
  readonly #address: string;

  constructor(address = process.env.MAILBOX_URL) {
    if (!address) throw new Error("MAILBOX_URL is not set: run the browser tests by npm run e2e.");
    this.#address = address.replace("localhost", "127.0.0.1");
  }

  /** Returns all emails to an address, oldest first. */
  async all(to: string): Promise<Mail[]> {
    // Request only the emails to this address. All 500 stored emails are several megabytes, and tests poll several
    // times a second.
    const only = new URLSearchParams({ "to.address": to });
    const response = await fetch(`${this.#address}/api/email?${only}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
    return (await response.json()) as Mail[];
  }

  /** Waits until `count` emails to an address have arrived, and returns the newest one. */
  async newest(to: string, count = 1): Promise<Mail> {
    let mails: Mail[] = [];
    await expect
      .poll(
        async () => {
          mails = await this.all(to);
          return mails.length;
        },
        { message: `mails to ${to}`, timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(count);
    const mail = mails.at(-1);
    if (!mail) throw new Error(`No mail came to ${to}.`);
    return mail;
  }

  /** Waits for an email. Returns the link in the email whose path contains `part`. */
  async link(to: string, part: string, count = 1): Promise<string> {
    const { text } = await this.newest(to, count);
    const links = text.match(/https?:\/\/[^\s<>"\])]+/g) ?? [];
    const found = links.find((link) => link.includes(part));
    if (!found) throw new Error(`The mail to ${to} has no link with ${part}:\n${text}`);
    return found;
  }
}

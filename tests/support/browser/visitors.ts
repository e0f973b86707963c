import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { byClerk } from "../servers/clerk";
import { Mailbox } from "../servers/mailbox";

export type Person = { email: string; password: string };

const PASSWORD = "rincorsa-verde-quaranta-7";

function site(): string {
  const address = process.env.E2E_BASE_URL;
  if (!address) throw new Error("E2E_BASE_URL is not set: run the browser tests by npm run e2e.");
  return address;
}

/** A person's own address, as a proxy in front would pass it on: limits per address are not shared. */
export function ownAddress(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 256);
  return { "X-Forwarded-For": `10.${part()}.${part()}.${part()}` };
}

async function post(address: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${address}/wp-json/wp/v2/users/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...ownAddress() },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
}

/**
 * A confirmed account for one test alone, registered and confirmed as any client would do it.
 *
 * @param language the one it is registered in, which its mails are written in
 * @param siteUrl where, with its mailbox, when it is not the site of this run
 */
export async function newAccount({
  interest = "both" as string | null,
  name = { first_name: "Ada", last_name: "Riva" },
  language = DEFAULT_LANGUAGE as Language,
  siteUrl = site(),
  mailbox = new Mailbox(),
} = {}): Promise<Person> {
  const email = `e2e-${randomUUID()}@example.org`;
  const person = { ...name, email, password: PASSWORD };
  await post(siteUrl, `register?lang=${language}`, {
    ...person,
    privacy: true,
    // Without an answer the question comes at the first visit; null is an answer.
    ...(interest === null ? {} : { interest }),
  });
  const link = await mailbox.link(email, "/registration/confirm");
  await post(siteUrl, "confirm", { token: new URL(link).searchParams.get("token") });
  return { email, password: PASSWORD };
}

/** One of the staff's commands on the site under test; what it prints. */
export function command(name: string, ...args: string[]): Promise<string> {
  return byClerk(name, args);
}

/**
 * A confirmed account with the evaluator role, given as staff give it: by the command. Nobody in the
 * applications of other tests shares its name, which would be a conflict of interest.
 */
export async function newEvaluator(): Promise<Person> {
  const person = await newAccount({ name: { first_name: "Irene", last_name: "Valutatrice" } });
  const because = ["--reason", "browser test", "--yes"];
  await command("user", "grant", "evaluator", person.email, ...because);
  return person;
}

/**
 * A separate edition with sent projects P01, P02 … for one test.
 *
 * @param contact the address of P01's contact person
 * @param owner the address of the account that P02 belongs to; by default P02 has one of its own
 * @param opens when its evaluation opens; by default it is open
 */
export async function plantEdition(
  count: number,
  contact: string,
  owner = "",
  opens = "",
): Promise<{ year: number }> {
  return JSON.parse(await byClerk("plantEdition", [String(count), contact, owner, opens]));
}

/** Sends a planted project again with another idea. */
export async function sendAgain(year: number, nome: string, idea: string): Promise<void> {
  await byClerk("sendAgain", [String(year), nome, idea]);
}

/** Lets so much time go by for what an account has proved that it is asked again. */
export async function wearOff(email: string): Promise<void> {
  await byClerk("wearOff", [email]);
}

/** Signs a page in through the site's own session, as the form does. */
export async function signIn(
  page: Page,
  { email, password }: Person,
  siteUrl = site(),
): Promise<void> {
  const response = await page.request.post(`${siteUrl}/api/session`, {
    data: { email, password },
    headers: { Origin: siteUrl },
  });
  expect(response.status()).toBe(200);
}

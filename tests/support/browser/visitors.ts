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

/**
 * Returns a header with a random client address, as a proxy sends it. Tests therefore do not share rate limits for one
 * address.
 */
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
 * Registers and confirms a new account for one test, through the API.
 *
 * @param language the account's language, in which its emails are written
 * @param siteUrl another site and its mailbox, if not the site of this run
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
    // Answer the question about interests, which an account without an answer gets at its first visit. Null leaves it
    // unanswered.
    ...(interest === null ? {} : { interest }),
  });
  const link = await mailbox.link(email, "/registration/confirm");
  await post(siteUrl, "confirm", { token: new URL(link).searchParams.get("token") });
  return { email, password: PASSWORD };
}

/** Runs a staff command on the site under test and returns its output. */
export function command(name: string, ...args: string[]): Promise<string> {
  return byClerk(name, args);
}

/**
 * Creates a confirmed account and grants it the evaluator role with a command. No test's application contains the
 * account's name, because a team member with this name would be a conflict of interest.
 */
export async function newEvaluator(): Promise<Person> {
  const person = await newAccount({ name: { first_name: "Irene", last_name: "Valutatrice" } });
  const because = ["--reason", "browser test", "--yes"];
  await command("user", "grant", "evaluator", person.email, ...because);
  return person;
}

/**
 * Creates a separate edition with the sent projects P01, P02, … for one test.
 *
 * @param contact the address of P01's contact person
 * @param owner the address of the account that owns P02; by default a separate account
 * @param opens when its evaluation opens; by default it is open
 */
export async function seedEdition(
  count: number,
  contact: string,
  owner = "",
  opens = "",
): Promise<{ year: number }> {
  return JSON.parse(await byClerk("seedEdition", [String(count), contact, owner, opens]));
}

/**
 * Opens a second round in a seeded edition. `names` are the names of the projects in the round, and `jury` the accounts
 * of its evaluators.
 *
 * @param talks true if the evaluators write texts for applicants and hold discussions
 */
export async function seedRound(
  year: number,
  names: string[],
  jury: Person[],
  { talks = false } = {},
): Promise<void> {
  const emails = jury.map(({ email }) => email);
  await byClerk("seedRound", [String(year), names.join(), emails.join(), talks ? "talks" : ""]);
}

/** Moves the rounds of a seeded edition into the past, so that this edition is no longer the current edition. */
export async function endRounds(year: number): Promise<void> {
  await byClerk("endRounds", [String(year)]);
}

/** Sends a seeded project again, with a changed idea. */
export async function sendAgain(year: number, nome: string, idea: string): Promise<void> {
  await byClerk("sendAgain", [String(year), nome, idea]);
}

/** Makes an account's re-authentication expire. */
export async function wearOff(email: string): Promise<void> {
  await byClerk("wearOff", [email]);
}

/** Signs a page's browser in through `POST /api/session`, as the sign-in form does. */
export async function signIn(
  page: Page,
  { email, password }: Person,
  siteUrl = site(),
): Promise<void> {
  const response = await page.request.post(`${siteUrl}/api/session`, {
    data: { email, password },
    headers: { Origin: siteUrl },
    // The server closes idle connections after 5 s. A request on such a connection fails with ECONNRESET.
    maxRetries: 1,
  });
  expect(response.status()).toBe(200);
}

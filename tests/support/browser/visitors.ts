import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { Mailbox } from "./mailbox";

export type Person = { email: string; password: string };

const PASSWORD = "rincorsa-verde-quaranta-7";

function site(): string {
  const address = process.env.E2E_BASE_URL;
  if (!address) throw new Error("E2E_BASE_URL is not set: run the browser tests by npm run e2e.");
  return address;
}

/** Somebody's own address, as a proxy in front would tell it: limits per address are not shared. */
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
 * A confirmed account of its own for one test, registered and confirmed as any client does.
 *
 * @param siteUrl where, with its mailbox, when it is not the site of this run
 */
export async function newAccount({
  interest = "both" as string | null,
  siteUrl = site(),
  mailbox = new Mailbox(),
} = {}): Promise<Person> {
  const email = `e2e-${randomUUID()}@example.org`;
  const person = { first_name: "Ada", last_name: "Riva", email, password: PASSWORD };
  await post(siteUrl, "register", { ...person, privacy: true, interest });
  const link = await mailbox.link(email, "/registration/confirm");
  await post(siteUrl, "confirm", { token: new URL(link).searchParams.get("token") });
  return { email, password: PASSWORD };
}

/** A confirmed account with the evaluator role, given as staff give it: by the command. */
export async function newEvaluator(): Promise<Person> {
  const person = await newAccount();
  const command = [
    "--import",
    "tsx",
    "backend/commands/user.ts",
    "grant",
    "evaluator",
    person.email,
  ];
  await promisify(execFile)(process.execPath, command);
  return person;
}

/**
 * An edition of its own with sent projects P01, P02 … for one test.
 *
 * @param contact the address of P01's contact person
 */
export async function plantEdition(count: number, contact: string): Promise<{ year: number }> {
  const command = ["--import", "tsx", "tests/support/plant-edition.ts", String(count), contact];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout);
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

import type { BrowserContext, Cookie } from "playwright/test";
import { CHOICE_COOKIE, REVISION } from "@/components/consent/choice";

/*
 * Every visitor gets the consent question. Tests of other subjects start with a stored answer: `context` in browser.ts
 * sets it.
 */

/** Stores an answer to the consent question in a browser. Without purposes the answer is a refusal. */
export async function answerConsent(
  context: BrowserContext,
  baseURL: string | undefined,
  purposes: readonly string[] = [],
): Promise<void> {
  if (!baseURL) return;
  const choice = { categories: ["necessary", ...purposes], revision: REVISION };
  const value = encodeURIComponent(JSON.stringify(choice));
  await context.addCookies([{ name: CHOICE_COOKIE, value, url: baseURL }]);
}

/** Returns all cookies except the answer. */
export async function otherCookies(context: BrowserContext): Promise<Cookie[]> {
  return (await context.cookies()).filter(({ name }) => name !== CHOICE_COOKIE);
}

/** Deletes all cookies except the answer. */
export function forgetCookies(context: BrowserContext): Promise<void> {
  return context.clearCookies({ name: new RegExp(`^(?!${CHOICE_COOKIE}$)`) });
}

import type { BrowserContext, Cookie } from "playwright/test";
import { CHOICE_COOKIE, REVISION } from "@/components/consent/choice";

/*
 * The site asks every new visitor for consent. In tests about other subjects, `context` in browser.ts stores an answer
 * before the first page, so that no question appears.
 */

/** Stores an answer to the consent question in a browser. An answer without purposes is a refusal. */
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

/** Returns all cookies except the cookie with the answer to the consent question. */
export async function otherCookies(context: BrowserContext): Promise<Cookie[]> {
  return (await context.cookies()).filter(({ name }) => name !== CHOICE_COOKIE);
}

/** Deletes all cookies except the cookie with the answer to the consent question. */
export function forgetCookies(context: BrowserContext): Promise<void> {
  return context.clearCookies({ name: new RegExp(`^(?!${CHOICE_COOKIE}$)`) });
}

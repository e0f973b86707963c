import type { BrowserContext, Cookie } from "playwright/test";
import { CHOICE_COOKIE, REVISION } from "@/components/consent/choice";

/*
 * Everybody is asked for consent, driven browsers too. Tests that are about something else come as somebody
 * who has answered on an earlier visit: `context` in browser.ts stores this.
 */

/** Stores an answer in a browser: a refusal, unless purposes are named. */
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

/** All cookies but the answer. */
export async function otherCookies(context: BrowserContext): Promise<Cookie[]> {
  return (await context.cookies()).filter(({ name }) => name !== CHOICE_COOKIE);
}

/** Forgets all cookies but the answer. */
export function forgetCookies(context: BrowserContext): Promise<void> {
  return context.clearCookies({ name: new RegExp(`^(?!${CHOICE_COOKIE}$)`) });
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { createTranslator } from "next-intl";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { FIGURES } from "@/contract/figures";
import type { Language } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { pathFor } from "@/lib/routes/path";
import { type DemoAccount, demoAccount } from "../people/demo";
import { Mailbox } from "../servers/mailbox";
import { answerConsent } from "./consent";
import type { Look } from "./looks";
import { LOOKED } from "./statement";

export { expect };

export type LocaleOption = { language: Language };

/** Whether the visitor has not yet been asked for consent: only for tests that are about that. */
type AskedOption = { firstVisit: boolean };

export type Words = (key: string, values?: Record<string, string | number | Date>) => string;

type Fixtures = {
  /** The path in the test's language: /login, /en/login. */
  path: (path: string) => string;
  /** A sentence of messages/ in the test's language. */
  t: Words;
  mailbox: Mailbox;
  /** A seeded account, by what it has (half_project, …) or by its role, as the demo file lists it. */
  demo: (name: string) => DemoAccount;
  /** Another person on another machine: a page with its own cookies, of the site of all tests or of another. */
  newVisitor: (siteUrl?: string) => Promise<Page>;
  /** Console errors fail a test; those a test provokes on purpose are allowed here first. */
  allowConsole: (pattern: RegExp) => void;
};

/** A page's path in a language. */
export function pathIn(locale: Language, path: string): string {
  return pathFor({ locale, path });
}

/** Words of messages/{language}.json, names of fields and the rubric, with arguments and the programme's figures filled in. */
export function wordsOf(language: Language): Words {
  // Read, not imported: to import JSON, Node wants an attribute that the product's bundler does without.
  const read = (path: string): Record<string, object> =>
    JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
  const messages = read(`messages/${language}.json`);
  const options = read(`contract/project/option-words.${language}.json`);
  const translate = createTranslator({
    locale: language,
    timeZone: "Europe/Rome",
    // The file is read at run time, so the keys are plain text here and a wrong one throws.
    messages: {
      ...messages,
      fields: fieldNames(language),
      criteria: criteriaWords(language),
      options: { ...messages.options, ...options },
    } as never,
    onError: (error) => {
      throw error;
    },
  });
  const words = translate as unknown as Words;
  return (key, values) => words(key, { ...FIGURES, ...values });
}

/** The same that looks at components (../axe.ts), as a script for a page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails with the rule, the element and the reason for everything axe finds on the page as it is now. Not in
 * frames of other origins, which are not ours. A document gets the script once, however often it is looked at.
 *
 * @param at the page or state of looks.ts that this is a look at
 */
export async function expectNoAxeViolations(page: Page, at?: string): Promise<void> {
  // Of a page that one has gone to, Next brings the title a moment after the rest.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, testEngine } = await page.evaluate(() => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Of what passes it would seek a selector for every element, too.
    return run({ resultTypes: ["violations"] });
  });
  const told = violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    where: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
  }));
  expect(told, `axe on ${page.url()}`).toEqual([]);
  const width = page.viewportSize()?.width;
  if (at && width) noteLook({ at, width, axe: testEngine.version });
}

/** Notes on the test that it has looked at a page or a state, for the statement (statement.ts). */
export function noteLook(look: Omit<Look, "language">): void {
  const { annotations, project } = test.info();
  const { language } = project.use as LocaleOption;
  annotations.push({ type: LOOKED, description: JSON.stringify({ ...look, language }) });
}

type Watch = { allow: (pattern: RegExp) => void; over: (context: BrowserContext) => void };

export const test = base.extend<Fixtures & LocaleOption & AskedOption & { watch: Watch }>({
  language: ["it", { option: true }],
  firstVisit: [false, { option: true }],

  context: async ({ context, baseURL, firstVisit }, use) => {
    if (!firstVisit) await answerConsent(context, baseURL);
    await use(context);
  },

  path: async ({ language }, use) => use((path) => pathIn(language, path)),

  t: async ({ language }, use) => use(wordsOf(language)),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern
  mailbox: async ({}, use) => use(new Mailbox()),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern
  demo: async ({}, use) => use(demoAccount),

  watch: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const errors: string[] = [];
      const over = (watched: BrowserContext) => {
        watched.on("console", (message) => {
          if (message.type() !== "error") return;
          errors.push(`${message.text()} (${message.location().url})`);
        });
        watched.on("weberror", (problem) => errors.push(String(problem.error())));
      };
      over(context);
      await use({ allow: (pattern) => allowed.push(pattern), over });
      const left = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(left, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  allowConsole: async ({ watch }, use) => use(watch.allow),

  newVisitor: async ({ browser, contextOptions, baseURL, locale, timezoneId, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (siteUrl = baseURL) => {
      const given = { ...contextOptions, baseURL: siteUrl, locale, timezoneId };
      const context = await browser.newContext(given);
      contexts.push(context);
      await answerConsent(context, siteUrl);
      watch.over(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

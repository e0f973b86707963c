import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { createTranslator } from "next-intl";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { criteriaWords } from "@/contract/evaluation/criteria";
import type { Language } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { FIGURES } from "@/contract/quoted-numbers";
import { pathFor } from "@/lib/routes/path";
import { type DemoAccount, demoAccount } from "../people/demo";
import { Mailbox } from "../servers/mailbox";
import { answerConsent } from "./consent";
import type { Look } from "./looks";
import { LOOKED } from "./statement";

export { expect };

export type LocaleOption = { language: Language };

/** True when the visitor has not answered the consent question. Only tests of consent set this option. */
type AskedOption = { firstVisit: boolean };

export type Words = (key: string, values?: Record<string, string | number | Date>) => string;

type Fixtures = {
  /** Returns a page's path in the test's language, such as /login or /en/login. */
  path: (path: string) => string;
  /** Returns a message in the test's language. */
  t: Words;
  mailbox: Mailbox;
  /** Returns a demo account by its state (half_project, …) or its role, as in the demo file. */
  demo: (name: string) => DemoAccount;
  /** Opens a page with separate cookies, like a visitor on another computer. The page can be on another site. */
  newVisitor: (siteUrl?: string) => Promise<Page>;
  /** Allows console errors that a test causes on purpose. All other console errors fail the test. */
  allowConsole: (pattern: RegExp) => void;
};

/** Returns the path of a page in a language. */
export function pathIn(locale: Language, path: string): string {
  return pathFor({ locale, path });
}

/**
 * Returns a function that gives messages, field names, and the texts of the scoring rubric in a language. It fills in
 * arguments and the programme's numbers.
 */
export function wordsOf(language: Language): Words {
  // Read the message files instead of importing them. Node requires an import attribute for JSON, which the product's
  // bundler does not accept.
  const read = (path: string): Record<string, object> =>
    JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
  const messages = read(`messages/${language}.json`);
  const options = read(`contract/project/option-messages.${language}.json`);
  const translate = createTranslator({
    locale: language,
    timeZone: "Europe/Rome",
    // The message keys have no types, because the file is read at runtime. A wrong key throws.
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

/** The accessibility checker axe, as a script for a page. Component tests use the same version (../axe.ts). */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks the page's current state with axe, without frames of other origins. Fails with the rule, element, and reason
 * of each finding. Each document loads axe once.
 *
 * @param at the page or state of looks.ts that this check covers
 */
export async function expectNoAxeViolations(page: Page, at?: string): Promise<void> {
  // Wait for the page's title. After client navigation, Next sets the title slightly later than the content.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, testEngine } = await page.evaluate(() => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Report only violations, because axe would calculate a selector for every element that passes a rule.
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

/**
 * Records that a test has checked a page or a state. The accessibility statement is based on these records
 * (statement.ts).
 */
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

import { HtmlValidate } from "html-validate";
import type { APIRequestContext } from "playwright/test";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { expect, pathIn, test } from "../../support/browser/browser";

/*
 * Follows all links from the home page in one language. Reads each page as prerendered HTML, without a browser. Every
 * link must lead to an existing page, and every fragment to an existing id.
 */

/** The public pages that at least one link must lead to. */
const ROUTES = [...PUBLIC_PAGES.map(({ path }) => path), "/magazine/1", "/magazine/2"];
/**
 * Pages that are rendered for each user. Other tests check their content; the link test checks only that they exist.
 */
const PERSONAL = /^(\/en)?\/(login|registration|dashboard|search)/;

type Read = { status: number; headers: Record<string, string>; html: string };

/** Rules of the HTML standard, without rules about style, because React writes the HTML. */
const rules = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
});

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
  );
}

function alternates(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
  return Object.fromEntries(links.map(([, language, href = ""]) => [language, pathOf(href)]));
}

function pathOf(href: string): string {
  const { pathname } = new URL(href, "http://site");
  return pathname;
}

/** Returns the pages of one language that are reachable by links from `start`, by path. */
async function crawl(request: APIRequestContext, origin: string, start: string, english: boolean) {
  const pages = new Map<string, Read>();
  const fragments = new Map<string, Set<string>>();
  const files = new Set<string>();
  const queue = [start];
  while (queue.length > 0) {
    const batch = queue.splice(0, 8).filter((path) => !pages.has(path));
    await Promise.all(
      [...new Set(batch)].map(async (path) => {
        const answer = await request.get(path);
        const html = await answer.text();
        pages.set(path, { status: answer.status(), headers: answer.headers(), html });
        if (PERSONAL.test(path)) return;
        for (const source of all(html, /<(?:img|script|link)[^>]+?(?:src|href)="([^"]+)"/g)) {
          const url = new URL(source, origin);
          if (url.origin === origin && !/rel="(canonical|alternate)"/.test(source)) {
            files.add(url.pathname + url.search);
          }
        }
        for (const href of all(html, /<a[^>]+?href="([^"]+)"/g)) {
          const url = new URL(href, origin + path);
          if (url.origin !== origin) continue;
          const target = url.pathname + url.search;
          if (url.hash) {
            const known = fragments.get(target) ?? new Set();
            fragments.set(target, known.add(decodeURIComponent(url.hash.slice(1))));
          }
          const file = /\.[a-z0-9]+$/i.test(url.pathname) || url.pathname.endsWith("/calendar");
          const same = /^\/en(\/|$)/.test(url.pathname) === english;
          if (file || !same) files.add(target);
          else queue.push(target);
        }
      }),
    );
  }
  return { pages, fragments, files };
}

test("each linked page is complete, and no link is broken", async ({
  request,
  baseURL,
  language,
}) => {
  test.setTimeout(240_000);
  const origin = baseURL ?? "";
  const start = pathIn(language, "/");
  const { pages, fragments, files } = await crawl(request, origin, start, language === "en");
  const told: string[] = [];

  for (const route of ROUTES) {
    if (!pages.has(pathIn(language, route))) told.push(`${route}: no link leads there`);
  }
  const titles = new Map<string, string>();
  for (const [path, { status, headers, html }] of pages) {
    if (status !== 200) told.push(`${path}: ${status}`);
    if (PERSONAL.test(path) || path.includes("?")) continue;
    if (headers["set-cookie"]) told.push(`${path}: sets a cookie`);
    if (!headers["cache-control"]?.includes("s-maxage"))
      told.push(`${path}: not for shared caches`);
    if (!html.includes(`<html lang="${language}"`)) told.push(`${path}: not in ${language}`);
    if (all(html, /<(h1)[\s>]/g).length !== 1) told.push(`${path}: not exactly one h1`);
    const [title = ""] = all(html, /<title>([^<]*)<\/title>/g);
    const twin = titles.get(title);
    if (twin) told.push(`${path}: the title of ${twin}`);
    titles.set(title, path);

    const named = alternates(html);
    const robots = /<meta name="robots" content="[^"]*noindex/.test(html);
    const [canonical = ""] = all(html, /<link rel="canonical" href="([^"]+)"/g);
    if (!robots && pathOf(canonical) !== path) told.push(`${path}: canonical is ${canonical}`);
    if (!robots && named[language] !== path) told.push(`${path}: does not name itself`);

    const report = await rules.validateString(html, path);
    for (const { messages } of report.results) {
      for (const { ruleId, message, selector } of messages) {
        told.push(`${path}: ${ruleId}: ${message} (${selector})`);
      }
    }
  }

  for (const [target, ids] of fragments) {
    const html = pages.get(target)?.html;
    if (html === undefined) continue;
    for (const id of ids) {
      if (!html.includes(`id="${id}"`)) told.push(`${target}#${id}: names nothing`);
    }
  }
  for (const file of files) {
    // Allow one retry. The checks above take seconds, in which the server closes idle connections.
    const answer = await request.get(file, { maxRetries: 1 });
    if (answer.status() !== 200) told.push(`${file}: ${answer.status()}`);
    const back = alternates(await answer.text())[language];
    if (back && alternates(pages.get(back)?.html ?? "")[language] !== back) {
      told.push(`${file}: names ${back}, which does not name itself`);
    }
  }
  expect(told).toEqual([]);
  console.info(`${language}: ${pages.size} pages, ${files.size} files and twins`);
});

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import editorMessages from "@/contract/content/editor-messages.en.json";
import { OLDER_PAGES, PAGE_TEXTS } from "@/contract/content/site-pages";

/*
 * Checks that every path in the documents exists. A path is a text that starts with the name of a top-level folder, or
 * a file name in backticks. In a path, `*` and {type} match any name, `…` any folders, and {it,en} either
 * language. docs/decisions/0003 means the decision with that number.
 */

const root = join(import.meta.dirname, "../..");
const OUTSIDE = /^(?:\.git|\.data|\.next.*|node_modules|shared|test-results|playwright-report)$/;

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (OUTSIDE.test(entry.name)) return [];
    const path = join(folder, entry.name);
    const place = relative(root, path);
    return entry.isDirectory() ? [`${place}/`, ...walk(path)] : [place];
  });
}

const places = walk(root);
const rooms = places.filter((place) => /^\w[^/]*\/$/.test(place));
// Skip the changelog, because it can name paths that no longer exist.
const documents = places.filter((place) =>
  /^(?:(?:docs|reports)\/.*|(?!CHANGELOG)[^/]+)\.md$|\/README\.md$/.test(place),
);
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a regular expression for the files that a path in a document can mean. */
function meant(path: string): RegExp {
  const source = path
    .replace(/\/$/, "")
    .split(/(\{[^}]*\}|<\w+>|\*|…)/)
    .map((part) => {
      if (part === "…") return ".+";
      if (/^\{.*,.*\}$/.test(part)) return `(?:${part.slice(1, -1).replaceAll(",", "|")})`;
      if (/^(?:\{.*\}|<.*>|\*)$/.test(part)) return "[^/]+";
      return literal(part);
    })
    .join("");
  const rest = /^docs\/decisions\/\d{4}$/.test(path) ? "-.*" : "/?";
  return new RegExp(`^${source}${rest}$`);
}

const ROOM_PATH = new RegExp(
  `(?<![\\w./:@}$\\]-])(?:${rooms.map(literal).join("|")})(?:[\\w./*{},<>…-]|\\[+[\\w.]+\\]+|\\(\\w+\\))*`,
  "gu",
);
const BARE_NAME = /`((?:\[\w+\]\/)?[\w.-]+\.(?:tsx?|mjs|cjs|css|md|json|sql))`/g;

function isThere(path: string): boolean {
  const pattern = meant(path);
  return places.some((place) => pattern.test(place));
}

/** Returns the paths and file names in a document that do not exist in the repository. */
function missing(text: string): string[] {
  const paths = [...text.matchAll(ROOM_PATH)].map(([path]) => path.replace(/[.,):]+$/, ""));
  const names = [...text.matchAll(BARE_NAME)].map(([, name = ""]) => name);
  return [
    ...paths.filter((path) => !isThere(path)),
    ...names.filter((name) => !places.some((place) => basename(place) === basename(name))),
  ];
}

test.each(documents)("each path that %s names exists", (document) => {
  expect(missing(readFileSync(join(root, document), "utf8"))).toEqual([]);
});

test.each(documents)("each link and script in %s exists", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  // Ignore links in backticks, because they are examples for editors of texts.
  const links = [
    ...text.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g),
  ].map(([, to = ""]) => join(dirname(document), to));
  expect(links.filter((to) => !isThere(to))).toEqual([]);
  const called = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name);
  expect(called.filter((name) => !scripts.includes(name))).toEqual([]);
});

test("a missing path is reported in each notation", () => {
  expect(missing("see lib/nowhere/gone.ts, (contract/none), docs/decisions/9999.")).toEqual([
    "lib/nowhere/gone.ts",
    "contract/none",
    "docs/decisions/9999",
  ]);
  expect(missing("`gone.test.ts` and `content/{it,fr}/{type}/{slug}.md`")).toEqual([
    "gone.test.ts",
  ]);
  expect(missing("`content/{fr,de}/{type}/{slug}.md`, `app/…/gone.tsx`")).toHaveLength(2);
});

test("docs/editors.md names the pages, the plugin's constants and its buttons as they are", () => {
  const guide = readFileSync(join(root, "docs/editors.md"), "utf8").replaceAll(/\s+/g, " ");
  const pages = /`pages` \(([^)]*)\)/.exec(guide)?.[1]?.match(/[a-z-]+/g);
  const current = PAGE_TEXTS.filter((slug) => !OLDER_PAGES.some((older) => older.slug === slug));
  expect(pages?.toSorted()).toEqual(current.toSorted());
  const plugin = readFileSync(join(root, "wordpress/slancio/includes/site.php"), "utf8");
  const settings = /SLANCIO_SETTINGS = \[(.*)\]/.exec(plugin)?.[1]?.match(/\w+/g) ?? [];
  const constants = settings.map((name) => `SLANCIO_${name.toUpperCase()}`);
  expect([...new Set(guide.match(/SLANCIO_\w+/g))].toSorted()).toEqual(constants.toSorted());
  const words = Object.values(editorMessages);
  for (const name of ["Test the connection", "Details for the site", "Translation of"])
    expect([name, guide.includes(name), words.includes(name)]).toEqual([name, true, true]);
});

test("docs/staff.md names screens and buttons like the interface in English", () => {
  const guide = readFileSync(join(root, "docs/staff.md"), "utf8");
  const { staff, profile } = JSON.parse(readFileSync(join(root, "messages/en.json"), "utf8"));
  const said = JSON.stringify([staff, profile.proof]);
  const bold = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
  // Ignore bold texts with a full stop at the end, because they are headings. Ignore the values of numbers, because
  // they are examples.
  const names = bold
    .filter((name) => !name.endsWith("."))
    .map((name) => name.replaceAll(/\s+/g, " ").replaceAll(/\d+/g, "#"));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !said.includes(name))).toEqual([]);
});

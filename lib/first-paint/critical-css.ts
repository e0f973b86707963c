import { readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type ChildNode } from "postcss";

/*
 * The critical CSS of finished pages: the rules that the page's own elements can need stand in the page,
 * and its sheets, which hold the rest, are disabled, so not asked for, until lib/first-paint/later-files.ts
 * says so, after the first frame. The first paint then waits for the page alone. Plain Node reads this file
 * (lib/first-paint/page-policy.cjs).
 */

/**
 * A stylesheet link as React writes it into a page's head, with the deployment it belongs to, if that has a name; once
 * processed it no longer matches this.
 */
const SHEET =
  /<link rel="stylesheet" href="(\/_next\/[^"?]+\.css)(?:\?dpl=[\w-]+)?" data-precedence="next"\/>/g;
const SCRIPT = /<script[\s\S]*?<\/script>/g;
const CLASSES = / class="([^"]*)"/g;
/** Parts of a selector whose classes an element need not have for the rule to matter. */
const CONDITIONS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;
/** A class's name; CSS escapes a digit behind a leading hyphen by its code, such as `-\37 x` for `-7x`. */
const CLASS = /\.((?:[\w-]|\\[\da-f]{1,6}\s?|\\.)+)/gi;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const ADDRESS = /url\((["']?)(?!data:|[a-z]+:|\/|#)([^)"']+)\1\)/g;

/** A rule with the classes each of its selectors requires, a group of such (@media, @supports, …), or what is always there. */
type Prepared =
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { head: string; rules: Prepared[] }
  | { text: string };

function prepare(node: ChildNode): Prepared[] {
  if (node.type === "comment") return [];
  if (node.type === "rule") {
    const selectors = node.selectors.map((text) => ({
      text,
      classes: [...text.replace(CONDITIONS, "").matchAll(CLASS)].map(([, name]) =>
        (name ?? "").replace(ESCAPE, (_, code?: string, same?: string) =>
          code === undefined ? (same ?? "") : String.fromCodePoint(Number.parseInt(code, 16)),
        ),
      ),
    }));
    return [{ selectors, body: `{${node.nodes.map(String).join(";")}}` }];
  }
  if (node.type === "atrule" && node.nodes && !/keyframes|font-face/.test(node.name)) {
    return [{ head: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(prepare) }];
  }
  return [{ text: "nodes" in node && node.nodes ? String(node) : `${node};` }];
}

/** The rules whose classes are all there, as `isThere` says. */
function pick(rules: Prepared[], isThere: (name: string) => boolean): string {
  return rules
    .map((rule) => {
      if ("text" in rule) return rule.text;
      if ("rules" in rule) {
        const inner = pick(rule.rules, isThere);
        return inner && `${rule.head}{${inner}}`;
      }
      const selectors = rule.selectors.filter(({ classes }) => classes.every(isThere));
      return selectors.length > 0 ? selectors.map(({ text }) => text).join() + rule.body : "";
    })
    .join("");
}

/** Whether a sheet brings typefaces to fetch: a browser that meets one anew lays all text out again. */
function bringsFonts(rules: Prepared[]): boolean {
  return rules.some((rule) => "text" in rule && /^@font-face.*url\(/s.test(rule.text));
}

const prepared = new Map<string, Prepared[]>();

/** The rules of a built stylesheet, parsed once; its relative URLs made absolute. */
function rulesOf(href: string, buildFolder: string): Prepared[] {
  const known = prepared.get(href);
  if (known) return known;
  const file = join(buildFolder, href.slice("/_next/".length));
  const css = readFileSync(file, "utf8").replace(
    ADDRESS,
    (_, _quote, address) => `url(${new URL(address, `http://page${href}`).pathname})`,
  );
  const rules = postcss.parse(css).nodes.flatMap(prepare);
  prepared.set(href, rules);
  return rules;
}

/**
 * A prerendered page with its critical CSS inlined, before its stylesheets, which are disabled. A sheet of which the page
 * needs every rule, and the one with the typefaces, stand in it whole and are never asked for (`data-whole`). A page already
 * processed, or without stylesheets, is returned as it is. Next built into `buildFolder`, which has `static/` in it.
 */
export function withCriticalCss(html: string, buildFolder: string): string {
  const sheets = [...html.matchAll(SHEET)].map(([, href = ""]) => href);
  if (sheets.length === 0) return html;
  const elements = html.replace(SCRIPT, "");
  const present = new Set(
    [...elements.matchAll(CLASSES)].flatMap(([, names = ""]) => names.split(" ")),
  );
  const isThere = (name: string) => present.has(name);
  const wholes = new Set<string>();
  const css = sheets
    .map((href) => {
      const rules = rulesOf(href, buildFolder);
      const all = pick(rules, () => true);
      const needed = bringsFonts(rules) ? all : pick(rules, isThere);
      if (needed === all) wholes.add(href);
      return needed;
    })
    .join("");
  // React identifies a stylesheet by its URL alone.
  const waiting = html.replace(SHEET, (link, href: string) =>
    link.replace("/>", ` disabled${wholes.has(href) ? " data-whole" : ""}/>`),
  );
  return waiting.replace(
    '<link rel="stylesheet"',
    () => `<style>${css}</style><link rel="stylesheet"`,
  );
}

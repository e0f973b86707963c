import { readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type ChildNode } from "postcss";

/*
 * Inlines the critical CSS of prerendered pages: the rules that the page's elements can need. The stylesheets with the
 * other rules are disabled until after the first frame (lib/page-cache/later-files.ts enables them), so the first paint
 * waits only for the HTML. Plain Node reads this file (lib/page-cache/page-policy.cjs).
 */

/**
 * Pattern of a stylesheet link in a page's head as React writes it, with an optional deployment id. A link that was
 * already processed does not match.
 */
const SHEET =
  /<link rel="stylesheet" href="(\/_next\/[^"?]+\.css)(?:\?dpl=[\w-]+)?" data-precedence="next"\/>/g;
const SCRIPT = /<script[\s\S]*?<\/script>/g;
const CLASSES = / class="([^"]*)"/g;
/**
 * Pattern of the parts of a CSS selector, such as `:not(…)`, that can contain classes which a page need not contain for
 * the rule to apply.
 */
const CONDITIONS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;
/** Pattern of a class name in CSS. CSS escapes a digit after a leading hyphen, such as `-\37 x` for `-7x`. */
const CLASS = /\.((?:[\w-]|\\[\da-f]{1,6}\s?|\\.)+)/gi;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const ADDRESS = /url\((["']?)(?!data:|[a-z]+:|\/|#)([^)"']+)\1\)/g;

/**
 * A CSS rule with the classes of each selector, a group of rules (@media, @supports, …), or text that is always
 * inlined.
 */
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

/**
 * Returns the CSS rules with a selector whose classes all exist, according to `isThere`. Omits the other selectors of
 * these rules.
 */
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

/**
 * Reports whether a stylesheet loads fonts. If such a stylesheet loaded late, the browser would lay out all text again.
 */
function bringsFonts(rules: Prepared[]): boolean {
  return rules.some((rule) => "text" in rule && /^@font-face.*url\(/s.test(rule.text));
}

const prepared = new Map<string, Prepared[]>();

/** Returns the CSS rules of a built stylesheet, parsed once, with absolute URLs. */
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
 * Inlines the critical CSS into a prerendered page, before its disabled stylesheets. Inlines a whole stylesheet
 * (`data-whole`) if the page needs all its rules or it contains the fonts. Does not change a page that has no
 * stylesheets or was already processed. `buildFolder` is Next's build folder, which contains `static/`.
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
  // React identifies a stylesheet only by its URL, so React accepts the added attributes of the link.
  const waiting = html.replace(SHEET, (link, href: string) =>
    link.replace("/>", ` disabled${wholes.has(href) ? " data-whole" : ""}/>`),
  );
  return waiting.replace(
    '<link rel="stylesheet"',
    () => `<style>${css}</style><link rel="stylesheet"`,
  );
}

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const postcss = require("postcss");

/*
 * The critical CSS of finished pages: the rules that the page's own elements can need stand in the page,
 * and its sheets, which hold the rest, hold up nothing: they are for no medium until lib/whole-sheets.ts
 * says so, when scripts run. The first paint then waits for the page alone. CommonJS, because
 * lib/page-policy.cjs, which Next loads as it stands, asks for it.
 */

/** A sheet as React writes it into a page's head; as left there it no longer looks like this. */
const SHEET = /<link rel="stylesheet" href="(\/_next\/[^"]+\.css)" data-precedence="next"\/>/g;
const SCRIPT = /<script[\s\S]*?<\/script>/g;
const CLASSES = / class="([^"]*)"/g;
/** Parts of a selector whose classes an element need not have for the rule to matter. */
const CONDITIONS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;
const CLASS = /\.((?:[\w-]|\\.)+)/g;
const ADDRESS = /url\((["']?)(?!data:|[a-z]+:|\/|#)([^)"']+)\1\)/g;

/** A rule with the classes each of its selectors asks for, or a group of such (@media, @supports, …). */
function prepare(node) {
  if (node.type === "comment") return [];
  if (node.type === "rule") {
    const selectors = node.selectors.map((text) => ({
      text,
      classes: [...text.replace(CONDITIONS, "").matchAll(CLASS)].map(([, name]) =>
        name.replaceAll("\\", ""),
      ),
    }));
    return [{ selectors, body: `{${node.nodes.map(String).join(";")}}` }];
  }
  const isGroup = node.type === "atrule" && node.nodes && !/keyframes|font-face/.test(node.name);
  if (!isGroup) return [{ text: node.nodes ? String(node) : `${node};` }];
  return [{ head: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(prepare) }];
}

/** The rules whose classes are all in `present`. */
function pick(rules, present) {
  return rules
    .map((rule) => {
      if (rule.text !== undefined) return rule.text;
      if (rule.rules) {
        const inner = pick(rule.rules, present);
        return inner && `${rule.head}{${inner}}`;
      }
      const selectors = rule.selectors.filter(({ classes }) =>
        classes.every((name) => present.has(name)),
      );
      return selectors.length > 0 ? selectors.map(({ text }) => text).join() + rule.body : "";
    })
    .join("");
}

const prepared = new Map();

/** The rules of a built sheet, read once; its relative addresses made absolute. */
function rulesOf(href, buildFolder) {
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
 * A finished page with its critical CSS in it, before its sheets, which no longer hold up its first paint.
 *
 * @param {string} html the page; one that was done before, or has no sheet, comes back as it is
 * @param {string} buildFolder where Next built, with `static/` in it
 * @returns {string}
 */
function withCriticalCss(html, buildFolder) {
  const sheets = [...html.matchAll(SHEET)].map(([, href]) => href);
  if (sheets.length === 0) return html;
  const elements = html.replace(SCRIPT, "");
  const present = new Set([...elements.matchAll(CLASSES)].flatMap(([, names]) => names.split(" ")));
  const css = sheets.map((href) => pick(rulesOf(href, buildFolder), present)).join("");
  // React knows a sheet again by its address alone.
  const waiting = html.replace(SHEET, (link) => link.replace("/>", ' media="not all"/>'));
  return waiting.replace(
    '<link rel="stylesheet"',
    () => `<style>${css}</style><link rel="stylesheet"`,
  );
}

module.exports = { withCriticalCss };

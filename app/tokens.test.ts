import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contrastOf } from "@/tests/support/contrast";

/*
 * Checks the contrast of controls, icons, focus rings and charts (WCAG 1.4.11): at least 3 to 1 in each theme. axe
 * measures the contrast of text only.
 */

const LEAST = 3;
const REGIA = "app/[locale]/dashboard/regia/regia.css";
/** The style rules outside media queries. Each entry has the rule's selectors and its custom properties. */
const RULES = ["app/tokens.css", REGIA].flatMap((file) => {
  const css = readFileSync(file, "utf8")
    .replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, "")
    .replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
    selectors: selector.split(",").map((one) => one.trim()),
    properties: Object.fromEntries(
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    ),
  }));
});
type Scope = Record<string, string>;

/**
 * Returns the custom properties of an element that matches all given selectors. The last selector is the most specific
 * one.
 */
function scopeOf(...selectors: string[]): Scope {
  const found = selectors.map((selector) => {
    const rules = RULES.filter((rule) => rule.selectors.includes(selector));
    if (rules.length === 0) throw new Error(`No rule has the selector ${selector}`);
    return Object.assign({}, ...rules.map(({ properties }) => properties));
  });
  return Object.assign({}, ...found);
}

const DARK = '[data-theme="dark"]';
const STAFF = [":root", DARK, `${DARK}[data-area="regia"]`];
const SCOPES: [string, Scope][] = [
  ["dark", scopeOf(":root", DARK)],
  ["dark, evaluation", scopeOf(":root", DARK, `${DARK}[data-area="evaluation"]`)],
  ["dark, control room", scopeOf(...STAFF)],
  ...["call", "academy", "community", "network", "international", "magazine"].flatMap(
    (section): [string, Scope][] => {
      const own = `[data-section="${section}"]`;
      return [
        [`light, ${section}`, scopeOf(":root", own, "[data-section]")],
        [`coloured, ${section}`, scopeOf(":root", own, "[data-flood]")],
      ];
    },
  ),
];
/** The alarm banner. It has only one background colour, because its rows are never hovered or selected. */
const ALARM: [string, Scope] = ["alarm", scopeOf(...STAFF, `${DARK} [data-alarm]`)];

function colourOf(scope: Scope, role: string): string {
  const value = scope[`--${role}`] ?? "";
  const named = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return named ? colourOf(scope, named) : value;
}

/** Returns the contrast between two colour roles, from 1 to 21. */
const contrast = (scope: Scope, one: string, other: string) =>
  contrastOf(colourOf(scope, one), colourOf(scope, other));

/** Returns the pairs of colour roles whose contrast is too low. */
const tooLow = (scope: Scope, pairs: [string, string][]) =>
  pairs
    .map(([one, other]) => ({ one, other, contrast: contrast(scope, one, other) }))
    .filter((found) => !(found.contrast >= LEAST));

const on = (roles: string[], surfaces: string[]) =>
  roles.flatMap((role) => surfaces.map((surface): [string, string] => [role, surface]));

/** Colour roles of the borders of controls. */
const EDGES = ["field-line", "text", "text-2", "line", "action"];
const MARKS = ["flight", "positive", "negative"];
const SURFACES = ["surface", "surface-2", "surface-3"];

test.each([...SCOPES, ALARM])(
  "borders of controls and focus rings stand out (%s)",
  (name, scope) => {
    const surfaces = name === "alarm" ? ["surface"] : SURFACES;
    expect(tooLow(scope, on([...EDGES, "focus"], surfaces))).toEqual([]);
    expect(
      tooLow(scope, [
        ["focus", "focus-gap"],
        ["on-action", "action"],
      ]),
    ).toEqual([]);
  },
);

test.each(SCOPES)("icons and states stand out (%s)", (_, scope) => {
  expect(tooLow(scope, on(MARKS, SURFACES))).toEqual([]);
});

test.each(SCOPES)(
  "the filled part of a chart stands out from the remaining part (%s)",
  (_, scope) => {
    expect(tooLow(scope, on(["flight", "positive", "text"], ["track", "track-ring"]))).toEqual([]);
  },
);

test.each(SCOPES.filter(([name]) => name.startsWith("dark")))(
  "bars in the accent and in the colour of the remaining part stand out (%s)",
  (_, scope) => {
    expect(tooLow(scope, on(["accent", "track"], ["surface"]))).toEqual([]);
    expect(tooLow(scope, [["accent", "track"]])).toEqual([]);
  },
);

test("no border of a control has a decorative colour", () => {
  const sheets = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const borders = sheets
    .filter((file) => file.endsWith(".css"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/border[\w-]*:[^;]*var\(--edge\)[^;]*;/g)].map(
        ([rule]) => ({ file, colour: /(?:solid|dashed) var\(--([\w-]+)\)/.exec(rule)?.[1] }),
      ),
    );
  expect(borders.length).toBeGreaterThan(5);
  // `face` is a variable of the button styles. Its value is the colour role `action` or `text`, both in `EDGES`.
  const allowed = [...EDGES, "ink", "negative", "face", "focus"];
  expect(borders.filter(({ colour }) => colour && !allowed.includes(colour))).toEqual([]);
});

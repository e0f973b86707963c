import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* Checks the outlines of focused elements in all style sheets (WCAG 2.4.7). */

const FILES = execFileSync("git", ["ls-files", "-z", "app/*.css", "components/*.css"], {
  encoding: "utf8",
})
  .split("\0")
  .filter(Boolean);
/** The style rules for elements with a visible focus, including the rules inside media queries. */
const RULES = FILES.flatMap((file) => {
  const css = readFileSync(file, "utf8").replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, "");
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = "", body = ""]) =>
    selector.replaceAll(":not(:focus-visible)", "").includes(":focus-visible")
      ? [{ file, selector: selector.trim(), body }]
      : [],
  );
});
const outlineOf = (body: string) => /(?:^|[\s;])outline:\s*([^;]+);/.exec(body)?.[1];

test("every focused element has a ring of 3 pixels", () => {
  const base = RULES.find(
    (rule) => rule.file === "app/tokens.css" && rule.selector === ":focus-visible",
  );
  expect(outlineOf(base?.body ?? "")).toMatch(/^3px solid/);
  expect(RULES.length).toBeGreaterThan(10);
  const thin = RULES.filter(({ body }) => !/^(?:3px|none|undefined)/.test(`${outlineOf(body)}`));
  expect(thin).toEqual([]);
});

test("an element without a focus ring has one around it, or another highlight", () => {
  const bare = RULES.filter(({ body }) => outlineOf(body) === "none");
  const unseen = bare.filter(
    ({ file, body }) =>
      !/box-shadow:\s*0 0 0 (?!0)/.test(body) &&
      !RULES.some((rule) => rule.file === file && outlineOf(rule.body)?.startsWith("3px")),
  );
  expect(bare.length).toBeGreaterThan(0);
  expect(unseen).toEqual([]);
});

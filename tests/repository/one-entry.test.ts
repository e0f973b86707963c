import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGE, LANGUAGES } from "@/contract/languages";

/** The source files that must not name a language. Messages, content, and tests are excluded. */
const CODE = [
  "{app,backend,components,contract,lib}/**/*.{ts,tsx,cjs}",
  "{middleware,next.config}.ts",
];
const TESTS = /\.test\.tsx?$/;

/** Files that name languages on purpose, with the reason. */
const ALLOWED: Record<string, string> = {
  "contract/languages.ts": "the entries",
  "contract/deadline.ts": "a format to be read by code",
  "lib/middleware/redirects.ts": "addresses as they once were",
  "contract/content/attendance.ts": "words that the type requires for each language",
  "components/content/covers/cover-palette.ts": "words that the type requires for each language",
  "components/account/sign-in/score-password.ts": "packages, one for each language that has one",
};

const code = `(?:${LANGUAGES.join("|")})`;
const tags = LANGUAGES.map((language) => LANGUAGE[language].region.replace("-", "[-_]")).join("|");
const FORBIDDEN: Record<string, RegExp> = {
  "a comparison": new RegExp(`[=!]==?\\s*["']${code}["']|["']${code}["']\\s*[=!]==?`),
  "a list or a type": new RegExp(`["']${code}["']\\s*[,|]\\s*["']${code}["']`),
  "a pair": new RegExp(`\\{\\s*${code}\\s*[,:][^}]*?\\b${code}\\s*[,:}]`, "s"),
  "a region": new RegExp(`["'](?:${tags})["']`),
  "a prefix": new RegExp(`["'\`]/${code}(?:["'\`]|/(?!\\$))`),
};

/** Returns the kinds of code in a source that a developer would have to change for a new language. */
function shapesIn(source: string): string[] {
  return Object.keys(FORBIDDEN).filter((shape) => FORBIDDEN[shape]?.test(source));
}

test("no code outside the language's entry names a language", () => {
  const files = globSync(CODE);
  const sources = files.filter((file) => !TESTS.test(file) && !Object.hasOwn(ALLOWED, file));
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) =>
    shapesIn(readFileSync(file, "utf8")).map((shape) => `${file}: ${shape}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["a comparison", 'language === "en" ? a : b'],
  ["a comparison", '"it" !== language'],
  ["a list or a type", 'const both = ["it", "en"];'],
  ["a list or a type", 'type Both = "it" | "en";'],
  ["a pair", "const words = { it, en };"],
  ["a pair", 'const home = {\n  it: "x",\n  en: "y",\n};'],
  ["a region", 'new Intl.DateTimeFormat("en-GB")'],
  ["a prefix", "redirect(`/en/login`)"],
])("%s that names a language is found: %s", (shape, source) => {
  expect(shapesIn(source)).toContain(shape);
});

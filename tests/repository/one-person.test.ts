import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * Checks that Italian texts address one reader ("tu"): the interface, courses, events, lessons, policies, and the
 * call's pages. Essays, stories, and quotations can address several people.
 */

const SPEAKS_TO_ONE = ["courses", "events", "lessons", "people", "policies"];
/** The current pages to check. Archived versions of pages stay unchanged. */
const PAGES = ["pages/faq.md", "pages/cookie-policy.md", "pages/accessibility.md"];

const TO_MANY =
  /(?<!\p{L})(?:voi|vostr[aeio]|siete|avete|potete|dovete|volete|sapete|\p{L}+(?:arvi|ervi|irvi|atevi|etevi|itevi))(?!\p{L})/giu;
/** Italian verbs that end in "vi" with the meaning "there". They do not address several people. */
const PLACE = new Set(["parteciparvi"]);

const content = SPEAKS_TO_ONE.flatMap((type) =>
  readdirSync(join("content/it", type)).map((name) => `${type}/${name}`),
);
const files = [...[...content, ...PAGES].map((name) => `content/it/${name}`), "messages/it.json"];

test.each(files)("%s addresses one person", (file) => {
  // Skip quotations, headings that are questions, and the common questions of the search. In these texts, readers
  // address the programme, and Italian addresses an organization in the plural.
  const text = readFileSync(file, "utf8").replaceAll(
    /«[^»]*»|^###? .*\?$|^ +"(?:small|asked)": .*$/gm,
    "",
  );
  const found = [...text.matchAll(TO_MANY)].map(([word]) => word.toLowerCase());
  expect(found.filter((word) => !PLACE.has(word))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * The Italian speaks to one person, "tu": interface, courses, events, lessons, policies and the pages of
 * the call. Essays and stories may speak to many, and so may whoever is quoted.
 */

const SPEAKS_TO_ONE = ["courses", "events", "lessons", "people", "policies"];
/** Single pages of today; the older versions stay as they were. */
const PAGES = ["pages/faq.md", "pages/cookie-policy.md", "pages/accessibility.md"];

const TO_MANY =
  /(?<!\p{L})(?:voi|vostr[aeio]|siete|avete|potete|dovete|volete|sapete|\p{L}+(?:arvi|ervi|irvi|atevi|etevi|itevi))(?!\p{L})/giu;
/** "vi" as an adverb of place, written as one word with its verb. */
const PLACE = new Set(["parteciparvi"]);

const content = SPEAKS_TO_ONE.flatMap((type) =>
  readdirSync(join("content/it", type)).map((name) => `${type}/${name}`),
);
const files = [...[...content, ...PAGES].map((name) => `content/it/${name}`), "messages/it.json"];

test.each(files)("%s speaks to one person", (file) => {
  // Questions are asked of the programme, which is many; so are those of a search.
  const text = readFileSync(file, "utf8").replaceAll(
    /«[^»]*»|^###? .*\?$|^ +"(?:small|asked)": .*$/gm,
    "",
  );
  const found = [...text.matchAll(TO_MANY)].map(([word]) => word.toLowerCase());
  expect(found.filter((word) => !PLACE.has(word))).toEqual([]);
});

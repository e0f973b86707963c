import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * Italian texts address one reader, as "tu": the interface, courses, events, lessons, policies and the pages of
 * the call. Essays, stories and quotations can address several people.
 */

const SPEAKS_TO_ONE = ["courses", "events", "lessons", "people", "policies"];
/** Current pages. Older versions stay unchanged. */
const PAGES = ["pages/faq.md", "pages/cookie-policy.md", "pages/accessibility.md"];

const TO_MANY =
  /(?<!\p{L})(?:voi|vostr[aeio]|siete|avete|potete|dovete|volete|sapete|\p{L}+(?:arvi|ervi|irvi|atevi|etevi|itevi))(?!\p{L})/giu;
/** Verbs with "vi" as an adverb of place, written as one word. */
const PLACE = new Set(["parteciparvi"]);

const content = SPEAKS_TO_ONE.flatMap((type) =>
  readdirSync(join("content/it", type)).map((name) => `${type}/${name}`),
);
const files = [...[...content, ...PAGES].map((name) => `content/it/${name}`), "messages/it.json"];

test.each(files)("%s addresses one person", (file) => {
  // Questions address the programme, which is plural in Italian. So do the common questions of the search.
  const text = readFileSync(file, "utf8").replaceAll(
    /«[^»]*»|^###? .*\?$|^ +"(?:small|asked)": .*$/gm,
    "",
  );
  const found = [...text.matchAll(TO_MANY)].map(([word]) => word.toLowerCase());
  expect(found.filter((word) => !PLACE.has(word))).toEqual([]);
});

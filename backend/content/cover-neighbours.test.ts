import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { typesWith } from "@/contract/content/content-types";
import { readCover } from "@/contract/content/covers";
import { LANGUAGES } from "@/contract/languages";
import { coverNeighbours } from "./cover-neighbours";
import { openLibrary } from "./library";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(slug: string, date: string, lines: string, status = "publish") {
  for (const language of ["it", "en"]) {
    const file = join(folder, language, "posts", `${slug}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `---\ntitle: "${slug}"\ndate: "${date}"\nstatus: "${status}"\n${lines}\n---\nA text.\n`,
    );
  }
}

test("two adjacent covers of one family are reported once, in the full list and in a subject's list", () => {
  write("one", "2026-01-04", 'cover: "scala"\ncount: 6\ntags: "Idee"');
  write("two", "2026-01-03", 'cover: "scala"\ntags: "Pratica"');
  write("draft", "2026-01-02T12:00", 'cover: "scala"\ntags: "Idee"', "draft");
  write("three", "2026-01-02", 'cover: "eco"\ntags: "Idee"');
  write("four", "2026-01-01", 'cover: "scala"\ntags: "Pratica"');
  const found = coverNeighbours(openLibrary(folder), "en");
  const italian = found.filter(({ place }) => place.startsWith("it/"));
  expect(italian.map(({ place, message }) => `${place}: ${message}`)).toEqual([
    "it/posts/one.md: one and two stand side by side with the same cover, “scala”: change one.",
    "it/posts/two.md: two and four stand side by side with the same cover, “scala”: change one.",
  ]);
});

test("the site's own lists have no adjacent covers of one family", () => {
  expect(coverNeighbours(openLibrary("content"), "en")).toEqual([]);
});

/** Numbers on the covers, as words in Italian and English, separated by a comma. */
const WORDS: Record<number, string> = {
  2: "due, two",
  3: "tre, three",
  4: "quattro, quarta, four",
  5: "cinque, quinto, five, fifth",
  6: "sei, six",
  7: "sette, settima, settimana, seven, seventh, week",
  8: "otto, eight",
  10: "dieci, ten",
  11: "undici, eleven",
  12: "dodici, twelve",
  14: "quattordici, fourteen",
  20: "venti, twenty",
  30: "trenta, thirty",
  42: "quarantadue, forty-two",
  50: "cinquanta, fifty",
};

test("a number that a cover counts occurs in its text, in both languages", () => {
  const library = openLibrary("content");
  const counted = LANGUAGES.flatMap((language) =>
    typesWith("root").flatMap((type) => library(type, language)),
  ).flatMap(({ item, text }) => {
    const count = readCover(String(item.meta.cover))?.count;
    return count ? [{ count, place: `${item.lang}/${item.slug}`, text }] : [];
  });
  expect(counted.length).toBeGreaterThan(80);
  const lost = counted.filter(({ count, text }) => {
    const words = [String(count), ...(WORDS[count]?.split(", ") ?? [])];
    return !new RegExp(`(?<![\\d.,])\\b(${words.join("|")})\\b(?![.,]\\d)`).test(text);
  });
  expect(lost.map(({ place, count }) => `${place} ${count}`)).toEqual([]);
});

test("both languages of a text have the same cover", () => {
  const library = openLibrary("content");
  for (const type of typesWith("root")) {
    const [own, ...others] = LANGUAGES.map((language) =>
      Object.fromEntries(library(type, language).map(({ item }) => [item.slug, item.meta.cover])),
    );
    for (const other of others) expect(other).toEqual(own);
  }
});

test("a cover's count reaches the site, and an invalid count is refused with the file's name", () => {
  write("six", "2026-01-01", 'cover: "grata"\ncount: 5\nwhich: 5');
  expect(openLibrary(folder)("posts", "it")[0]?.item.meta.cover).toBe("grata 5 5");
  write("none", "2026-01-02", 'cover: "riga"\ncount: 9');
  expect(() => openLibrary(folder)).toThrow(
    "none.md: With the cover “riga”, the field “count” goes from 1 to 6.",
  );
  write("none", "2026-01-02", "count: 5");
  expect(() => openLibrary(folder)).toThrow(
    "none.md: The field “count” also needs the field “cover”.",
  );
});

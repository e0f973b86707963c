import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("two of a family side by side are named once, in the whole list and in a subject's", () => {
  write("one", "2026-01-04", 'cover: "scala"\ncount: 6\ntags: "Idee"');
  write("two", "2026-01-03", 'cover: "scala"\ntags: "Pratica"');
  write("draft", "2026-01-02T12:00", 'cover: "scala"\ntags: "Idee"', "draft");
  write("three", "2026-01-02", 'cover: "eco"\ntags: "Idee"');
  write("four", "2026-01-01", 'cover: "scala"\ntags: "Pratica"');
  expect(coverNeighbours(openLibrary(folder))).toEqual([
    "posts: one and two stand side by side, both drawn as scala",
    "posts: two and four stand side by side, both drawn as scala",
  ]);
});

test("the site's own lists have no such neighbours", () => {
  expect(coverNeighbours(openLibrary("content"))).toEqual([]);
});

test("a count reaches the site with the cover; a senseless one is refused with the file's name", () => {
  write("six", "2026-01-01", 'cover: "grata"\ncount: 5\nwhich: 5');
  expect(openLibrary(folder)("posts", "it")[0]?.item.meta.cover).toBe("grata 5 5");
  write("none", "2026-01-02", 'cover: "riga"\ncount: 5');
  expect(() => openLibrary(folder)).toThrow("none.md: count: riga has no count");
  write("none", "2026-01-02", "count: 5");
  expect(() => openLibrary(folder)).toThrow("none.md: count: it needs a cover");
});

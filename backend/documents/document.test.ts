import { readdir, readFile } from "node:fs/promises";
import { marked } from "marked";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { CRITERIA } from "@/contract/evaluation/weights";
import { LANGUAGES } from "@/contract/languages";
import { letters, lettersOf } from "@/tests/support/pdf-text";
import { readFrontMatter } from "../content/front-matter";

for (const language of LANGUAGES) {
  test(`the ${language} documents of public/policy contain their texts`, async () => {
    const folder = `content/${language}/policies`;
    const names = await readdir(folder);
    expect(names).toContain("web-privacy.md");
    for (const name of names) {
      const { data, body } = readFrontMatter(
        name,
        await readFile(`${folder}/${name}`, "utf8"),
        language,
      );
      const written = await lettersOf(`public/policy/${name.replace(/\.md$/, `-${language}.pdf`)}`);
      const headings = marked
        .lexer(body)
        .flatMap((token) => (token.type === "heading" ? [token.text as string] : []));
      expect(headings.length).toBeGreaterThan(2);
      for (const words of [data.title, ...headings]) {
        expect(written, `${name}: run "npm run documents"`).toContain(letters(words));
      }
    }
  });
}

test.each(LANGUAGES)(
  "the printed rubric of the jury contains its text, word by word (%s)",
  async (language) => {
    const written = await lettersOf(`public/policy/criteria-${language}.pdf`);
    for (const { id, weight } of CRITERIA) {
      const { name, says, low, middle, high } = criteriaWords(language)[id];
      for (const words of [`${name}${weight}`, says, low, middle, high]) {
        expect(written, "run `npm run documents`").toContain(letters(words));
      }
    }
  },
);

test("a document has tags for its parts and its language, which screen readers use", async () => {
  const data = new Uint8Array(await readFile("public/policy/whitepaper-en.pdf"));
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const marks = (await pdf.getMarkInfo()) as unknown as Map<string, boolean>;
  expect(marks.get("Marked")).toBe(true);
  const { info } = (await pdf.getMetadata()) as { info: { Language?: string; Title?: string } };
  expect(info).toMatchObject({ Language: "en", Title: "Counting impact" });
  const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
  for (const role of ["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"]) {
    expect(tree).toContain(`"role":"${role}"`);
  }
  await task.destroy();
});

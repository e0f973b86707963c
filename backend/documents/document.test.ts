import { readdir, readFile } from "node:fs/promises";
import { marked } from "marked";
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

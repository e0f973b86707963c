import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withOneByte } from "./one-byte";

const TEXT = "“L’idea” è già qui – 🚀 \\u2019 &amp; 好";
const page = (style: string) =>
  `<title>${TEXT}</title><style>${style}</style><p title="${TEXT}">${TEXT}</p>` +
  `<script>texts = ['${TEXT}', /[–—]/.test('—')]</script>` +
  `<script type="application/ld+json">{"name":${JSON.stringify(TEXT)}}</script>`;

test("a page keeps its texts, without characters outside Latin-1", () => {
  const html = page("p{}");
  const short = withOneByte(html);
  expect(short).toContain("è già");
  expect(short).not.toMatch(/[^\0-\xff]/);
  const [before, after] = [html, short].map((each) => {
    const document = new DOMParser().parseFromString(each, "text/html");
    const [script, data] = [...document.scripts].map(({ text }) => text);
    const context: { texts?: unknown } = {};
    runInNewContext(script ?? "", context);
    const { title, body } = document;
    const shown = document.querySelector("p");
    return {
      ...{ title, text: shown?.textContent, attribute: shown?.title, texts: context.texts },
      ...{ data: JSON.parse(data ?? ""), children: body.childElementCount },
    };
  });
  expect(after).toEqual(before);
  expect(withOneByte(short)).toBe(short);
});

test("a page whose styles contain characters outside Latin-1 does not change", () => {
  const html = page('p::before{content:"→"}');
  expect(withOneByte(html)).toBe(html);
});

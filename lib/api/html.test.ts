import { expect, test } from "vitest";
import { cleanHtml, plainText } from "./html";

test.each([
  ['<p onclick="x()">a</p><script>alert(1)</script>', "<p>a</p>"],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ["<img src=x onerror=alert(1)>", ""],
  ['<iframe src="https://evil.example/x"></iframe>', ""],
  ["<svg><script>alert(1)</script></svg>", ""],
  ['<p style="position:fixed">a</p>', "<p>a</p>"],
  ["<h1>Titolo</h1>", "<h2>Titolo</h2>"],
  ['<p class="evil wp-block-quote">a</p>', '<p class="wp-block-quote">a</p>'],
])("content HTML is cleaned at the door: %s", (dirty, clean) => {
  expect(cleanHtml(dirty).replace(/<img[^>]*>/, "")).toBe(clean);
});

test("what editors use comes through: tables, figures, galleries, known players", () => {
  const html =
    '<figure class="wp-block-gallery"><img src="https://x.example/a.jpg" alt="A" width="3" height="2" /><figcaption>Didascalia</figcaption></figure><table><thead><tr><th scope="col">a</th></tr></thead></table>';
  expect(cleanHtml(html)).toBe(html);
  const player = '<iframe src="https://www.youtube-nocookie.com/embed/x" title="Video"></iframe>';
  expect(cleanHtml(player)).toContain("youtube-nocookie.com/embed/x");
});

test("titles lose their markup and keep their letters", () => {
  expect(plainText("Un&#8217;idea &amp; <em>mezza</em> &lt;qui&gt;")).toBe("Un’idea & mezza <qui>");
});

import { expect, test, vi } from "vitest";
import { cleanHtml, plainText, runningText } from "./html";

test.each([
  ['<p onclick="x()">a</p><script>alert(1)</script>', "<p>a</p>"],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ["<img src=x onerror=alert(1)>", ""],
  ['<iframe src="https://evil.example/x"></iframe>', ""],
  ["<svg><script>alert(1)</script></svg>", ""],
  ['<p style="position:fixed">a</p>', "<p>a</p>"],
  ["<h1>Titolo</h1>", "<h2>Titolo</h2>"],
  ['<p class="evil wp-block-quote">a</p>', '<p class="wp-block-quote">a</p>'],
])("cleanHtml sanitizes content: %s", (dirty, clean) => {
  expect(cleanHtml(dirty).replace(/<img[^>]*>/, "")).toBe(clean);
});

test("cleanHtml keeps the elements that editors use: tables, figures, galleries", () => {
  const html =
    '<figure class="wp-block-gallery"><img src="/a.jpg" /><figcaption>Didascalia</figcaption></figure><table><thead><tr><th scope="col">a</th></tr></thead></table>';
  const shown = cleanHtml(html, "https://wp.example");
  expect(shown.replace(/<img[^>]* alt/, "<img alt")).toBe(
    html.replace(/<img[^>]*>/, '<img alt="" loading="lazy" />'),
  );
});

test("a picture of content/media is offered in several widths, as copies without camera data", () => {
  const address = (width: number) => `/media/plain/${width}/wp-json/media/a.jpg?v=1-x`;
  expect(cleanHtml('<img width="1200" height="800" src="/wp-json/media/a.jpg?v=x" alt="A">')).toBe(
    `<img src="${address(1080)}" srcset="${[320, 640, 1080].map((width) => `${address(width)} ${width}w`).join(", ")}" sizes="(max-width: 1023px) 100vw, 800px" alt="A" width="1200" height="800" loading="lazy" />`,
  );
  expect(cleanHtml('<img src="/wp-json/media/a.jpg" alt="A">')).toBe(
    '<img src="/media/plain/1920/wp-json/media/a.jpg?v=1" alt="A" loading="lazy" />',
  );
});

test("a known player becomes a link: no third party is contacted without consent", () => {
  const player =
    '<iframe src="https://www.youtube-nocookie.com/embed/x-1?feature=oembed" title="Il video"></iframe>';
  expect(cleanHtml(player)).toBe(
    '<a href="https://www.youtube.com/watch?v=x-1" class="wp-block-player">Il video</a>',
  );
  expect(cleanHtml('<iframe src="https://player.vimeo.com/video/9"></iframe>')).toBe(
    '<a href="https://vimeo.com/9" class="wp-block-player">player.vimeo.com</a>',
  );
});

test("an embed without a player, as WordPress leaves one that did not respond, is a link", () => {
  const embed = (inner: string) =>
    `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${inner}</div></figure>`;
  expect(cleanHtml(embed("\nhttps://www.youtube.com/watch?v=abc&amp;t=1\n"))).toContain(
    '<a href="https://www.youtube.com/watch?v=abc&amp;t=1" class="wp-block-player">https://www.youtube.com/watch?v=abc&amp;t=1</a>',
  );
  expect(cleanHtml(embed("javascript:alert(1)"))).toBe("");
});

test("pictures come only from the configured host, through the image optimizer", () => {
  const html =
    '<img src="https://wp.example/a b.jpg" srcset="https://evil.example/x 2x" onload="x()">';
  const shown = cleanHtml(html, "https://wp.example");
  expect(shown).toContain(
    'src="/_next/image?url=https%3A%2F%2Fwp.example%2Fa%2520b.jpg&amp;w=1200&amp;q=75"',
  );
  expect(shown).toContain(" 640w");
  expect(shown).not.toMatch(/evil|onload/);
  expect(cleanHtml(html.replace("https:", "http:"), "https://wp.example")).toBe(shown);
  expect(cleanHtml(html, "https://other.example")).toBe("");
  expect(cleanHtml(html, null)).toBe("");
  expect(cleanHtml('<img src="//evil.example/a.jpg">', null)).toBe("");
});

test.each([
  [
    '<figure class="wp-block-image alignright"><img src="https://x.example/a.jpg"><figcaption>Di altri</figcaption></figure><p>a</p>',
    "<p>a</p>",
  ],
  [
    '<figure class="wp-block-embed"><div><iframe src="https://x.example"></iframe></div></figure><p>a</p>',
    "<p>a</p>",
  ],
  ["<p>[gallery ids=&#8221;1,2&#8243;] Testo[/caption] [sic]</p>", "<p> Testo [sic]</p>"],
  ["<p>&nbsp;</p><p>a</p><h3></h3>", "<p>a</p>"],
  ...["video", "audio"].flatMap((name) =>
    [
      `<${name} src="https://x.example/a.mp4"></${name}>`,
      `<${name} controls><source src="https://x.example/a.mp4"><track src="https://x.example/a.vtt"></${name}>`,
    ].map((media) => [
      `<figure class="wp-block-${name}">${media}<figcaption>Di altri</figcaption></figure><p>a</p>`,
      "<p>a</p>",
    ]),
  ),
])("dropped content leaves no empty wrapper: %s", (dirty, clean) => {
  expect(cleanHtml(dirty)).toBe(clean);
});

test.each([
  "/api/session/renew?next=//evil.example",
  "/\\evil.example/p.png",
  "//evil.example/a.jpg",
  "/wp-json/media/../wp/v2/posts",
  "/wp-json/media/a.svg",
  "a.jpg",
  "data:image/png;base64,AA",
])("a text's picture is a file of the content, never %s", (src) => {
  expect(cleanHtml(`<img src="${src}">`, null)).toBe("");
});

test("a relative picture path belongs to the WordPress, and only configured hosts are accepted besides", () => {
  expect(cleanHtml('<img src="/wp-content/a.jpg">', "https://wp.example")).toContain(
    "url=https%3A%2F%2Fwp.example%2Fwp-content%2Fa.jpg&amp;",
  );
});

test("a text's ids never collide with the page's ids, and links within the text still work", () => {
  expect(
    cleanHtml(
      '<p id="__next"><a id="location" href="#nota">a</a> <a href="#faq">b</a></p><h3 id="nota">c</h3>',
    ),
  ).toBe(
    '<p id="text-__next"><a href="#text-nota" id="text-location">a</a> <a href="#faq">b</a></p><h3 id="text-nota">c</h3>',
  );
});

test.each([
  ["www.example.org/a", 'href="https://www.example.org/a"'],
  ["info@example.org", 'href="mailto:info@example.org"'],
  ["/academy", 'href="/academy"'],
  ["pagina", 'href="pagina"'],
  ["#a", 'href="#a"'],
  ["/\\evil.example", ""],
  ["\\evil.example", ""],
  ["//evil.example", ""],
  ["ftp://example.org", ""],
])("a link to %s is %s", (href, shown) => {
  expect(cleanHtml(`<a href="${href}">a</a>`)).toBe(shown ? `<a ${shown}>a</a>` : "<a>a</a>");
});

test("a text with too deeply nested elements keeps only its words", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const deep = `${"<div>".repeat(101)}<b>fondo</b>`;
  expect(cleanHtml(deep).trim()).toBe("fondo");
  expect(plainText(deep)).toBe("fondo");
  expect(cleanHtml(`${"<div>".repeat(90)}a${"</div>".repeat(90)}`)).toContain("<div>a</div>");
});

test("titles lose their markup and keep their letters", () => {
  expect(plainText("Un&#8217;idea &amp; <em>mezza</em> &lt;qui&gt;")).toBe("Un’idea & mezza <qui>");
  const whole = "<p>[button]Scrivi a noi[/button]</p>";
  expect(plainText("[button]Scrivi […]", whole)).toBe("Scrivi […]");
  expect(plainText("a&nbsp;scuola \n di\u00a0avanzi")).toBe("a\u00a0scuola di\u00a0avanzi");
});

test("a column of numbers is marked by a class, and no other alignment is kept", () => {
  expect(
    cleanHtml(
      '<table><tr><th align="right">n</th><td align="center" style="text-align:right">1</td></tr></table>',
    ),
  ).toBe('<table><tr><th class="has-text-align-right">n</th><td>1</td></tr></table>');
});

test("runningText ends headings and table rows like sentences and separates cells", () => {
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("\n")}</tr>`;
  const table = `<table>${row("2", "I soldi bastano")}\n${row("3", "Chi lavora")}</table>`;
  expect(runningText(`<h2>Prima</h2> <p>Poi?</p> ${table}`)).toBe(
    "Prima. Poi? 2 · I soldi bastano. 3 · Chi lavora.",
  );
  expect(runningText("<h2>Quanto costa?</h2> <p>Niente.</p>")).toBe("Quanto costa? Niente.");
});

test.each([
  ["<h6>Un titolo piccolo</h6>", "<h6>Un titolo piccolo</h6>"],
  ['<form class="wp-block-search"><label>Cerca</label><input></form>', ""],
  ["<p>[vc_row]Uno[/vc_row] [button]due[/button] [sic] [1]</p>", "<p>Uno due [sic] [1]</p>"],
  ["<p>[vc_row]</p><pre>[vc_row]</pre><p>[/vc_row]</p>", "<pre>[vc_row]</pre>"],
  ['<code>[gallery ids="1"]</code>', '<code>[gallery ids="1"]</code>'],
  [
    '<div class="wp-block-column" style="flex-basis:66.66%"><p>a</p></div>',
    '<div class="wp-block-column wp-block-column-66"><p>a</p></div>',
  ],
  [
    '<div class="wp-block-group" style="flex-basis:66%">a</div>',
    '<div class="wp-block-group">a</div>',
  ],
])("cleanHtml shows the blocks of newer WordPress versions: %s", (given, shown) => {
  expect(cleanHtml(given)).toBe(shown);
});

test("own videos and audios have the browser's player with captions, and those of other hosts are dropped", async () => {
  vi.resetModules();
  vi.stubEnv("CONTENT_API_URL", "https://wp.example");
  const { cleanHtml } = await import("./html");
  const own = "https://wp.example/wp-content/uploads/a";
  const video = `<figure class="wp-block-video"><video autoplay onplay="x()" poster="${own}.jpg" src="${own}.mp4"><track src="${own}.vtt" kind="captions" srclang="it" label="Italiano"></video><figcaption>Il video</figcaption></figure>`;
  expect(cleanHtml(video)).toBe(
    '<figure class="wp-block-video"><video src="/media/files/wp-content/uploads/a.mp4" poster="/media/files/wp-content/uploads/a.jpg" controls preload="metadata" playsinline><track kind="captions" srclang="it" label="Italiano" src="/media/files/wp-content/uploads/a.vtt"></track></video><figcaption>Il video</figcaption></figure>',
  );
  expect(cleanHtml(`<audio controls src="${own}.mp3"></audio>`)).toBe(
    '<audio controls src="/media/files/wp-content/uploads/a.mp3" preload="metadata"></audio>',
  );
  for (const src of [
    "https://evil.example/a.mp4",
    "//evil.example/a.mp4",
    "javascript:x",
    `${own}.exe`,
  ])
    expect(
      cleanHtml(`<video src="${src}"></video><audio><source src="${src}"></audio>`),
    ).not.toMatch(/evil|script|exe/);
  expect(cleanHtml(`<img src="${own}.jpg" alt="A">`)).toContain(
    'src="/_next/image?url=%2Fmedia%2Ffiles%2Fwp-content%2Fuploads%2Fa.jpg&amp;w=1200&amp;q=75"',
  );
  vi.unstubAllEnvs();
});

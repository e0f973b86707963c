import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { withCriticalCss } from "./critical-css";

const folder = await testFolder("critical-css");
const link = (name: string) =>
  `<link rel="stylesheet" href="/_next/static/chunks/${name}.css" data-precedence="next"/>`;

function page(body: string, ...sheets: string[]) {
  return `<html><head>${sheets.map(link).join("")}</head><body>${body}<script>x.className=" class=\\"late\\""</script></body></html>`;
}

/** Returns the CSS rules of a stylesheet that are inlined into a page with this body. */
function critical(css: string, body: string) {
  const name = `sheet${Math.random().toString(36).slice(2)}`;
  writeFileSync(join(folder, "static/chunks", `${name}.css`), css);
  return /<style>(.*)<\/style>/s.exec(withCriticalCss(page(body, name), folder))?.[1];
}

beforeAll(() => {
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
});

test("a rule keeps only the selectors that this page's elements can match", () => {
  const css = "p{color:red}.a,.b .c,.a.b{color:blue}.c{color:green}";
  expect(critical(css, '<p class="a b"></p>')).toBe("p{color:red}.a,.a.b{color:blue}");
});

test("a class that must not be present, or may be elsewhere, is not required", () => {
  const css = ".a:not(.open){left:0}.a:has(.open .b){left:1px}:is(.x,.a) p{left:2px}.open{top:0}";
  expect(critical(css, '<p class="a"></p>')).toBe(
    ".a:not(.open){left:0}.a:has(.open .b){left:1px}:is(.x,.a) p{left:2px}",
  );
});

test("a class is recognized when its name contains escapes", () => {
  const css = ".-\\37 Gq_a{left:0}.\\34 x{left:1px}.sm\\:b{left:2px}.-\\38 Gq_z{left:3px}";
  expect(critical(css, '<p class="-7Gq_a 4x sm:b"></p>')).toBe(
    ".-\\37 Gq_a{left:0}.\\34 x{left:1px}.sm\\:b{left:2px}",
  );
});

test("rule groups keep the needed rules and are dropped when empty", () => {
  const css =
    "@media print{.a{color:red}.z{color:red}}@supports (gap:1px){@media print{.z{top:0}}}@layer base;";
  expect(critical(css, '<p class="a"></p>')).toBe("@media print{.a{color:red}}@layer base;");
});

test("animations and fonts are kept, a font's URL is no longer relative to the stylesheet", () => {
  const css =
    '@keyframes turn{50%{left:0}}@font-face{font-family:A;src:url(../media/a.woff2)}.a{background:url("data:image/png,x")}';
  expect(critical(css, '<p class="a"></p>')).toBe(
    '@keyframes turn{50%{left:0}}@font-face{font-family:A;src:url(/_next/static/media/a.woff2)}.a{background:url("data:image/png,x")}',
  );
});

test("the stylesheet with the fonts is inlined as a whole, and its file never applies", () => {
  const css = "@font-face{font-family:A;src:url(/a.woff2)}.elsewhere{top:0}";
  writeFileSync(join(folder, "static/chunks/fonts.css"), css);
  writeFileSync(join(folder, "static/chunks/rest.css"), ".a{left:0}.elsewhere{left:1px}");
  const html = withCriticalCss(page('<p class="a"></p>', "fonts", "rest"), folder);
  expect(html).toContain(`<style>${css}.a{left:0}</style>`);
  expect(html.match(/<link [^>]+>/g)).toEqual([
    link("fonts").replace("/>", " disabled data-whole/>"),
    link("rest").replace("/>", " disabled/>"),
  ]);
});

test("a stylesheet is inlined as a whole when the page needs every rule", () => {
  const css = ":root{--a:0}@media print{.a{left:var(--a)}}";
  writeFileSync(join(folder, "static/chunks/needed.css"), css);
  const html = withCriticalCss(page('<p class="a"></p>', "needed"), folder);
  expect(html).toContain(`<style>${css}</style>`);
  expect(html).toContain(link("needed").replace("/>", " disabled data-whole/>"));
});

test("a local font is inlined with the needed rules", () => {
  const css = '@font-face{font-family:A;src:local("Arial")}.a{left:0}.elsewhere{top:0}';
  writeFileSync(join(folder, "static/chunks/local.css"), css);
  const html = withCriticalCss(page('<p class="a"></p>', "local"), folder);
  expect(html).toContain('<style>@font-face{font-family:A;src:local("Arial")}.a{left:0}</style>');
  expect(html).not.toContain("data-whole");
});

test("text in scripts is not an element; escaped names are names", () => {
  expect(critical(".late{top:0}.m\\:b{top:1px}", '<p class="m:b"></p>')).toBe(".m\\:b{top:1px}");
});

test("a stylesheet URL with a deployment id is supported", () => {
  writeFileSync(join(folder, "static/chunks/named.css"), ".a{top:0}.b{top:1px}");
  const named = page('<p class="a"></p>', "named").replace('.css"', '.css?dpl=v1_2-x"');
  expect(withCriticalCss(named, folder)).toMatch(
    /<style>\.a{top:0}<\/style><link[^>]+named\.css\?dpl=v1_2-x"[^>]+ disabled\/>/,
  );
});

test("the disabled stylesheets follow in order, each once", () => {
  writeFileSync(join(folder, "static/chunks/one.css"), "p{top:0}.z{top:0}");
  writeFileSync(join(folder, "static/chunks/two.css"), "p{top:1px}.z{top:0}");
  const done = withCriticalCss(page("<p></p>", "one", "two"), folder);
  expect(done).toMatch(
    /^<html><head><style>p{top:0}p{top:1px}<\/style><link[^>]+one\.css"[^>]+ disabled\/><link[^>]+two\.css"[^>]+ disabled\/><\/head>/,
  );
  expect(withCriticalCss(done, folder)).toBe(done);
  expect(withCriticalCss("<html><body></body></html>", folder)).toBe("<html><body></body></html>");
});

import { describe, expect, test, vi } from "vitest";
import { readFrontMatter } from "@/backend/content/front-matter";
import { htmlOf } from "@/backend/content/markdown";
import { withoutAlternative } from "@/backend/content/media/without-alternative";
import { pdfLeaves } from "@/backend/files/check/pdf-leaves";
import { deviceName } from "@/backend/users/sessions/device";
import { initialsOf } from "@/components/content/covers/monogram";
import { contentItemSchema } from "@/contract/content/content";
import { check } from "@/contract/content/content-check";
import { readCover } from "@/contract/content/covers";
import { readFurther } from "@/contract/content/further";
import { elementsOf } from "@/contract/content/html-elements";
import { pictureFormat, readFocus } from "@/contract/content/media";
import { amountIn } from "@/contract/content/numbers";
import { MARKDOWN_MAX } from "@/contract/content/texts";
import { emailSchema, isHttpsUrl, isPhone, line, lines } from "@/contract/fields";
import { fold, slugOf } from "@/contract/text/normalize-text";
import { absoluteHtml, cleanHtml, plainText, runningText } from "@/lib/content/text/html";
import { outlineOf } from "@/lib/content/text/outline";
import { nearestWords, vocabularyOf } from "@/lib/search/nearest";
import { hasAll, markedParts, searchable, snippet, wordsOf } from "@/lib/search/words";
import { eventTimes } from "@/lib/site/events";
import { groupsOf } from "@/lib/site/questions";

/*
 * Parsing untrusted text must take time in proportion to its length, so that one text cannot stop the site. The test
 * divides a text's parse time by eight times the parse time of an eighth of the text. Proportional parsing gives 1,
 * quadratic parsing gives 8, and the limit of 4 allows for slow machines. `marked` is quadratic for some Markdown, so
 * MARKDOWN_MAX limits files, and the tests use files of that length.
 */

const SHORT = 8_000;
const TIMES = 8;
const MOST = 4;
/** A text that is parsed in fewer milliseconds always passes, because the clock is too coarse for shorter times. */
const NOTHING = 30;

vi.spyOn(console, "error").mockImplementation(() => {});

const words = {
  table: String,
  notes: "Note",
  note: String,
  back: "Torna",
};
const outline = (html: string) => outlineOf(html, words, "it");
const ignoring = (work: (text: string) => unknown) => (text: string) => {
  try {
    work(text);
  } catch {
    // Ignore the error of a function that rejects the text. The test only measures the time until the function ends.
  }
};

type Attack = (length: number) => string;
const many =
  (part: string, before = "", after = ""): Attack =>
  (length) =>
    before + part.repeat(Math.ceil(length / part.length)) + after;
const halves =
  (one: string, other: string): Attack =>
  (length) =>
    many(one)(length / 2) + many(other)(length / 2);

const HTML: Record<string, Attack> = {
  "shortcodes that do not end": many("[a b="),
  "shortcodes without a value": many("[a "),
  "elements in elements": many("<div>"),
  "end tags deep down": halves("<div>", "</p>"),
  "paragraphs and bold in one another": many("<p><b>"),
  "figures around one picture": many('<figure class="wp-block-image">', "", '<img src="/a.jpg">'),
  "figures side by side": many('<figure class="wp-block-image"></figure>'),
  "embeds around one link": many('<figure class="wp-block-embed">', "", '<a href="/a">a</a>'),
  "embeds with blanks": many(" ", '<figure class="wp-block-embed"><div>'),
  "pictures from elsewhere": many("a<img src=x>"),
  "empty paragraphs that are none": many("<p>&nbsp; ", "", "x"),
  "headings of one name": many("<h2>Uno</h2>"),
  "headings without an end": many("<h2>"),
  "headings of two levels": many("<h2>a<h3>b"),
  "rows without an end": many(
    "<tr><td><table>",
    '<figure class="is-style-bars"><table><tbody>',
    "<tbody></tbody><figure></figure>",
  ),
  "a drawn table of many rows": many(
    "<tr><td>a</td><td>1</td></tr>",
    '<figure class="is-style-bars"><table><tbody>',
    "</tbody></table></figure>",
  ),
  "one class many times": many("is-style-bars ", '<figure class="', '" lang="it">'),
  "table heads": many("<thead><tr><th>"),
  "headings of tables with blanks": many(" ", "<table><tr><th>", "a"),
  notes: many('<sup class="fn"><a href="#a" id="a-link">'),
  "notes at the end": many('<li><a href="#a-link">', '<ol class="wp-block-footnotes">'),
  attributes: many(' a="b"', "<p", ">"),
  "a long attribute name": many("a", "<p ", ">"),
  "attribute names with hyphens": many("a-", "<p ", ">"),
  "attributes without a value": many("a= ", "<p ", ">"),
  "brackets that open": many("<"),
  "brackets with a name": many("<p "),
  entities: many("&amp"),
  blanks: many(" ", "a", "a"),
  "frames in frames": many('<iframe src="x">'),
  comments: many("<!--"),
  "accents in disorder": halves("\u0301", "\u0323"),
  "accents by entity": halves("&#769;", "&#803;"),
};

const TEXT: Record<string, Attack> = {
  "accents in disorder": halves("\u0301", "\u0323"),
  "half-width marks": many("ｶﾞ\uff9f"),
  "one word": many("a"),
  "short words": many("di "),
  "figures with points": many("1.000"),
  "figures with spaces": many("1 000 "),
  elided: many("l’"),
  blanks: many(" ", "a", "a"),
  "dashes and blanks": many("- "),
  dots: many(".a"),
  "at signs": many("a@"),
};

const MARKDOWN: Record<string, Attack> = {
  "figures that do not end": many(" ", "{{"),
  "braces that open": many("{{ "),
  "notes that do not end": many("[^a"),
  notes: (length) => {
    const names = Array.from({ length: length / 20 }, (_, at) => `n${at}`);
    return `${names.map((name) => `[^${name}]`).join(" ")}\n\n${names.map((name) => `[^${name}]: a`).join("\n")}\n`;
  },
  "bars with blanks": many(" ", "[bars:", "\n"),
  "bars that end often": many("] ", "[bars:", "x\n"),
  "table rows": many("| a | 1 |\n", "[bars: a]\n| a | b |\n|---|---|\n"),
  images: many("<img "),
  "images with an alternative": many('alt="a '),
  "front matter that does not end": many("\n-", "---\n"),
};

/** Markdown attacks that affect only the parser `marked`. */
const MARKED: Record<string, Attack> = {
  emphasis: many("*a "),
  "emphasis in pairs": many("a**b"),
  brackets: many("["),
  "links that do not end": many("[a]("),
  ticks: many("`a"),
  "lines under headings": many("\n--"),
  quotes: many("> "),
  lists: many("- "),
  tags: many("<a "),
};

const PAGES = "1 0 obj <</Type/Catalog /Pages 2 0 R>> endobj 2 0 obj <</Kids [";
const PDF: Record<string, Attack> = {
  "one long number": many("1", PAGES, "]>> endobj trailer <</Root 1 0 R>>"),
  numbers: many("1 ", PAGES, "]>> endobj trailer <</Root 1 0 R>>"),
  blanks: many(" ", `${PAGES}1`, "]>> endobj trailer <</Root 1 0 R>>"),
  "packed objects without an end": many(
    "3 0 obj <</Type/ObjStm/N 1/First 4>> ",
    "",
    "stream trailer <</Root 1 0 R>>",
  ),
};

const known = {
  has: () => false,
  authors: new Set<string>(),
  subjects: new Set<string>(),
  origins: [],
};
const checkedItem = (rendered: string) =>
  contentItemSchema.parse({
    ...{ id: 1, slug: "uno", status: "publish", title: { rendered: "Uno" } },
    ...{ date_gmt: "2026-01-01T00:00:00", modified_gmt: "2026-01-01T00:00:00" },
    content: { rendered },
  });
const front = 'title: "a"\ndate: "2026-01-01"';
const vocabulary = vocabularyOf(["misurare l’impatto con la giuria"]);

const CASES: [string, (text: string) => unknown, Record<string, Attack>][] = [
  ["cleanHtml", (text) => cleanHtml(text, "https://wp.example"), HTML],
  ["plainText", plainText, HTML],
  ["runningText", runningText, HTML],
  ["absoluteHtml", (text) => absoluteHtml(text, "https://a.example/"), HTML],
  ["outlineOf", (text) => outline(cleanHtml(text)), HTML],
  ["outlineOf, uncleaned", outline, HTML],
  ["groupsOf", (text) => groupsOf(text, plainText), HTML],
  ["elementsOf", (text) => [...elementsOf(text)], HTML],
  ["check", (text) => check("posts", checkedItem(text), "it", known), HTML],
  ["withoutAlternative", withoutAlternative, HTML],
  ["fold", fold, TEXT],
  ["slugOf", slugOf, TEXT],
  ["searchable", searchable, TEXT],
  ["wordsOf", wordsOf, TEXT],
  ["hasAll", (text) => hasAll(text, ["di", "a"]), TEXT],
  ["snippet", (text) => snippet(text, ["di", "a"]), TEXT],
  ["markedParts", (text) => markedParts(text, ["di"]), TEXT],
  ["vocabularyOf", (text) => vocabularyOf([text]), TEXT],
  ["nearestWords", (text) => nearestWords(wordsOf(text), vocabulary), TEXT],
  ["initialsOf", initialsOf, TEXT],
  ["deviceName", deviceName, { ...TEXT, versions: many("Version/1 "), opera: many("Opera ") }],
  ["amountIn", (text) => amountIn(text, "it"), TEXT],
  ["readCover", readCover, TEXT],
  ["readFurther", readFurther, { ...TEXT, addresses: many("/evento/a ") }],
  ["readFocus", readFocus, { ...TEXT, percent: many("50% ") }],
  ["pictureFormat", pictureFormat, TEXT],
  ["eventTimes", (text) => eventTimes({ starts_at: text, ends_at: `2027-01-01T${text}` }), TEXT],
  ["emailSchema", (text) => emailSchema.safeParse(text), TEXT],
  ["isPhone", isPhone, TEXT],
  ["isHttpsUrl", isHttpsUrl, TEXT],
  ["line", (text) => line().safeParse(text), TEXT],
  ["lines", (text) => lines().safeParse(text), TEXT],
  ["pdfLeaves", (text) => pdfLeaves(Buffer.from(text, "latin1"), 20), PDF],
  ["htmlOf", ignoring((text) => htmlOf(text, "it")), MARKDOWN],
  [
    "readFrontMatter",
    ignoring((text) => readFrontMatter("a.md", `---\n${front}\n---\n${text}`, "it")),
    MARKDOWN,
  ],
  ["readFrontMatter, no end", ignoring((text) => readFrontMatter("a.md", text, "it")), MARKDOWN],
];

/** Returns the processor time of this thread in ms, without the time of other programs on the machine. */
function timeOf(work: () => unknown, times: number): number {
  const before = process.threadCpuUsage();
  for (let nth = 0; nth < times; nth++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe.each(CASES)("%s needs time proportional to the length of its text", (_, read, attacks) => {
  test.each(Object.keys(attacks))("a long text of %s takes proportional time", (name) => {
    const [short, long] = [SHORT, SHORT * TIMES].map((length) => attacks[name]?.(length) ?? "");
    let [took, grew] = [0, 0];
    for (let tries = 1; tries <= 3; tries++) {
      took = timeOf(() => read(long ?? ""), tries) / tries;
      if (took < NOTHING) return;
      // Parse the short text eight times for the comparison, because the thread's clock is too coarse for one parse.
      grew = took / (timeOf(() => read(short ?? ""), TIMES * tries) / tries);
      if (grew < MOST) return;
    }
    expect(grew, `${Math.round(took)} ms, ${grew} times as long`).toBeLessThan(MOST);
  });
});

test.each(Object.keys(MARKED))("the longest file of %s is read within seconds", (name) => {
  const text = MARKED[name]?.(MARKDOWN_MAX) ?? "";
  expect(timeOf(() => ignoring((body) => htmlOf(body, "it"))(text), 1)).toBeLessThan(5_000);
});

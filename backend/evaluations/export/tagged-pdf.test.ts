import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { COLOURS } from "@/contract/brand";
import { CRITERIA } from "@/contract/evaluation/weights";
import { LANGUAGES, type Language } from "@/contract/languages";
import { contrastOf } from "@/tests/support/contrast";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { writeDocument } from "../../documents/document";
import { writeReceipt } from "../../project/receipt/receipt-pdf";
import { writeDossier, writeDossiers } from "./dossier-pdf";

/* Tests which elements and texts a screen reader finds in each kind of PDF that the product writes. */

const sentAt = new Date("2026-09-30T21:59:07.000Z");
// The project is long enough for several pages and has a text that crosses a page break.
const project = { ...EVERY_FIELD, idea: "Una frase che si ripete. ".repeat(400) };
const captions = { language: "fr" as const, cues: [{ start: 0, end: 1, text: "Bonjour" }] };
const known = {
  ...{ programme: "Slancio", number: "2026-000001", sentAt, written: "en" as const },
  project: { ...project, video: project.video && { ...project.video, captions } },
};
const evaluation = {
  scores: { impact: 9, utility: 8, feasibility: null, scalability: 0, innovation: 10 },
  note: "Da rileggere",
  total: null,
  version: 1,
  outdated: false,
  recusal: null,
};
const MARKDOWN = `## Primo

Un paragrafo.

### Dentro

- uno
- due

| Nome | Valore |
|---|---|
| a | b |

## Secondo

${"Un paragrafo lungo. ".repeat(400)}`;

const PUBLISHED = ["call-rules", "privacy-notice", "web-privacy", "criteria", "whitepaper"];

const KINDS: Record<string, (language: Language) => unknown> = {
  receipt: (language) =>
    writeReceipt({
      ...known,
      replaces: "2026-000000",
      sha256: "b".repeat(64),
      year: 2026,
      account: "Ada",
      language,
    }),
  dossier: (language) => writeDossier({ ...known, evaluation: null, criteria: CRITERIA, language }),
  "dossier with scores": (language) =>
    writeDossier({ ...known, evaluation, criteria: CRITERIA, language }),
  "file of two dossiers": (language) =>
    writeDossiers(
      [
        { ...known, evaluation: null, criteria: CRITERIA, language },
        { ...known, evaluation: null, criteria: CRITERIA, language },
      ],
      "Finalisti",
    ),
  // The PDF files in `public/policy`, which the site links.
  ...Object.fromEntries(
    PUBLISHED.map((name) => [
      name,
      (language: Language) => createReadStream(`public/policy/${name}-${language}.pdf`),
    ]),
  ),
  document: (language) =>
    writeDocument({
      programme: "Slancio",
      title: "Regole",
      excerpt: "In breve",
      modified: "2026-11-20",
      version: 2,
      markdown: MARKDOWN,
      language,
    }),
};

type Node = {
  role?: string;
  lang?: string;
  alt?: string;
  type?: string;
  id?: string;
  children?: Node[];
};
const flat = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flat)];

/** Reads a PDF: its language, its elements in reading order, and its texts with the element of each text. */
async function read(document: unknown) {
  const data = new Uint8Array(await buffer(document as AsyncIterable<Uint8Array>));
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const marks = (await pdf.getMarkInfo()) as unknown as Map<string, boolean>;
  const { info } = (await pdf.getMetadata()) as { info: { Language?: string; Title?: string } };
  const elements: Node[] = [];
  const untagged: string[] = [];
  const artifacts: string[] = [];
  const drawn: Drawn = { texts: new Set(), lines: new Set(), images: 0 };
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const nodes = flat((await page.getStructTree()) as Node);
    watchDrawing(await page.getOperatorList(), drawn);
    elements.push(...nodes);
    const tagged = new Set(nodes.flatMap(({ type, id }) => (type === "content" ? [id] : [])));
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const open: { tag: string; id?: string }[] = [];
    for (const item of items) {
      if ("str" in item) {
        if (item.str.trim() === "") continue;
        if (open.some(({ tag }) => tag === "Artifact")) artifacts.push(item.str);
        else if (!open.some(({ id }) => tagged.has(id))) untagged.push(item.str);
      } else if (item.type === "endMarkedContent") open.pop();
      else open.push(item as unknown as { tag: string; id?: string });
    }
  }
  const pages = pdf.numPages;
  await task.destroy();
  return { isMarked: marks.get("Marked"), info, elements, untagged, artifacts, pages, ...drawn };
}

/** The colours in which a page draws texts and lines, as "#rrggbb", and the number of its images. */
type Drawn = { texts: Set<string>; lines: Set<string>; images: number };

/** Adds the colours and images of one page to `drawn`. */
function watchDrawing(
  { fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[][] },
  drawn: Drawn,
) {
  let now = { fill: "#000000", stroke: "#000000" };
  const kept: (typeof now)[] = [];
  for (const [index, operation] of fnArray.entries()) {
    const [first] = argsArray[index] ?? [];
    if (operation === OPS.save) kept.push({ ...now });
    else if (operation === OPS.restore) now = kept.pop() ?? now;
    else if (operation === OPS.setFillRGBColor) now.fill = String(first);
    else if (operation === OPS.setStrokeRGBColor) now.stroke = String(first);
    else if (operation === OPS.showText) drawn.texts.add(now.fill);
    else if (operation === OPS.constructPath && first === OPS.stroke) drawn.lines.add(now.stroke);
    else if (/image/i.test(OPERATIONS.get(operation) ?? "")) drawn.images += 1;
  }
}
const OPERATIONS = new Map(Object.entries(OPS).map(([name, value]) => [value as number, name]));

describe.each(
  LANGUAGES.flatMap((language) => Object.keys(KINDS).map((kind) => [kind, language] as const)),
)("a %s in %s", (kind, language) => {
  const reading = read(KINDS[kind]!(language));
  const rolesOf = async () => (await reading).elements.flatMap(({ role }) => role ?? []);

  test("the file states its language and title, and that it is tagged", async () => {
    const { isMarked, info } = await reading;
    expect(isMarked).toBe(true);
    expect(info.Language).toBe(language);
    expect(info.Title).toMatch(/\S/);
  });

  test("each text belongs to a part, except the head and the foot of a page", async () => {
    const { untagged, artifacts, pages } = await reading;
    expect(untagged).toEqual([]);
    expect(pages).toBeGreaterThan(1);
    for (let page = 1; page <= pages; page++)
      expect(artifacts.join(" ")).toMatch(
        new RegExp(`\\b${page} (di|of) ${pages}\\b`.replace(/ /g, "\\s*")),
      );
  });

  test("headings start with one H1 for each project or document, and skip no level", async () => {
    const levels = (await rolesOf())
      .filter((role) => /^H\d$/.test(role))
      .map((role) => Number(role[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(kind.startsWith("file") ? 2 : 1);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    expect(levels.length).toBeGreaterThan(2);
  });

  test("a table has headers, a list its entries, and a figure an alternative text", async () => {
    const { elements } = await reading;
    const rows = elements.filter(({ role }) => role === "TR");
    const cellsOf = ({ children = [] }: Node) => children.flatMap(({ role }) => role ?? []);
    if (kind === "document") {
      expect(rows.map(cellsOf)).toEqual([
        ["TH", "TH"],
        ["TD", "TD"],
      ]);
      expect((await rolesOf()).filter((role) => /^L(I|Body)?$/.test(role))).toEqual([
        "L",
        "LI",
        "LBody",
        "LI",
        "LBody",
      ]);
    } else if (PUBLISHED.includes(kind)) {
      for (const row of rows) expect(new Set(cellsOf(row)).size).toBe(1);
      expect(rows.some((row) => cellsOf(row).includes("TH"))).toBe(rows.length > 0);
    } else {
      expect(rows.length).toBeGreaterThan(5);
      const begun = rows.filter((row) => cellsOf(row).includes("TH"));
      expect(new Set(begun.map((row) => cellsOf(row).join()))).toEqual(new Set(["TH,TD"]));
      expect(rows.length - begun.length).toBeLessThanOrEqual((await reading).pages);
    }
    for (const figure of elements.filter(({ role }) => role === "Figure"))
      expect(figure.alt).toMatch(/9 (su|out of) 10/);
    expect(elements.some(({ role }) => role === "Figure")).toBe(kind === "dossier with scores");
  });

  test("texts contrast with the paper by 4.5 to 1, lines of scores by 3 to 1, and no text is an image", async () => {
    const { texts, lines, images } = await reading;
    expect(images).toBe(0);
    expect(texts.size).toBeGreaterThan(1);
    expect([...texts].filter((colour) => contrastOf(colour, "#ffffff") < 4.5)).toEqual([]);
    // The thin lines between table rows carry no meaning.
    const meaningful = [...lines].filter((colour) => colour !== COLOURS["line-soft"]);
    expect(meaningful.length).toBeGreaterThan(0);
    expect(meaningful.filter((colour) => contrastOf(colour, "#ffffff") < 3)).toEqual([]);
  });

  test("answers and captions state their language, and no label states another language", async () => {
    const langs = (await reading).elements.flatMap(({ role, lang }) =>
      lang && lang !== language ? [`${role} ${lang}`] : [],
    );
    const expected: string[] =
      {
        receipt: ["TD en"],
        "file of two dossiers": ["H1 en", "P en", "TD en", "TD fr"],
        dossier: ["H1 en", "P en", "TD en", "TD fr"],
        "dossier with scores": ["H1 en", "P en", "TD en", "TD fr"],
      }[kind] ?? [];
    const own = expected.filter((one) => !one.endsWith(` ${language}`));
    expect([...new Set(langs)].sort()).toEqual(own);
  });
});

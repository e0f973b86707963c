import { readdirSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { pdf } from "@/tests/support/made-files/files";
import { rawPdf } from "@/tests/support/made-files/pdf-files";
import { pdfLeaves } from "./pdf-leaves";

const MANY = 1000;
const pagesOf = (bytes: Buffer) => pdfLeaves(bytes, MANY).pages;

/** Returns a PDF whose page tree is in an object stream, as most current programs write it. */
function packed(objects: [number: number, text: string][], after = ""): Buffer {
  const texts = objects.map(([, text]) => `${text} `);
  const at = texts.map((_, n) => texts.slice(0, n).join("").length);
  const pairs = `${objects.map(([number], n) => `${number} ${at[n]}`).join(" ")} `;
  const bytes = deflateSync(Buffer.from(pairs + texts.join("")));
  const head = `<< /Type /ObjStm /N ${objects.length} /First ${pairs.length} /Length ${bytes.length} /Filter /FlateDecode >>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n9 0 obj\n${head}\nstream\r\n`),
    bytes,
    Buffer.from(`\nendstream\nendobj\n8 0 obj\n<< /Type /XRef /Root 1 0 R >>\nendobj\n${after}`),
  ]);
}

const TREE: [number, string][] = [
  [1, "<< /Type /Catalog /Pages 2 0 R >>"],
  [2, "<< /Type /Pages /Count 1 /Kids 3 0 R >>"],
  [3, "[4 0 R 5 0 R]"],
  [4, "<< /Type/Page /Parent 2 0 R >>"],
  [5, "<< /Type /Pages /Kids [6 0 R 7 0 R 5 0 R] >>"],
  [6, "<< /Type /Page >>"],
  [7, "<< /Type /Page >>"],
];

describe("the pages of a PDF", () => {
  test("a PDF's pages are counted in its page tree, at most one above the limit, and its stated count is ignored", () => {
    expect(pagesOf(rawPdf({ pages: 25, count: 5 }))).toBe(25);
    expect(pdfLeaves(rawPdf({ pages: 25 }), 20)).toEqual({ pages: 21, isRepeated: false });
    expect(pagesOf(packed(TREE))).toBe(3);
  });

  test("the page count excludes pages that a later revision removed", () => {
    const after =
      "2 0 obj\n<< /Type /Pages /Kids [6 0 R] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
    expect(pagesOf(packed(TREE, after))).toBe(1);
  });

  test("the page count includes a page each time that the tree or a branch names it", () => {
    const twice: typeof TREE = [
      ...TREE.slice(0, 2),
      [3, "[4 0 R 5 0 R 4 0 R 5 0 R]"],
      ...TREE.slice(3),
    ];
    expect(pdfLeaves(packed(twice), MANY)).toEqual({ pages: 6, isRepeated: true });
  });

  test("the page count ends in a tree whose branches repeat without a page", () => {
    const empty = Array.from({ length: 40 }, (_, n): [number, string] => [
      10 + n,
      `<< /Type /Pages /Kids [${11 + n} 0 R ${11 + n} 0 R] >>`,
    ]);
    const tree: typeof TREE = [
      [1, "<< /Type /Catalog /Pages 10 0 R >>"],
      ...empty,
      [50, "<< /Type /Pages /Kids [] >>"],
    ];
    expect(pagesOf(packed(tree))).toBe(0);
  });

  test("the pages of an unreadable or encrypted tree are not counted", () => {
    expect(pagesOf(Buffer.from("%PDF-1.7"))).toBe(0);
    expect(pagesOf(rawPdf({ pages: 3, trailer: "/Encrypt 10 0 R" }))).toBe(0);
  });

  test("the page count of ordinary files equals the count of a PDF reader", async () => {
    const policies = readdirSync("public/policy").filter((name) => name.endsWith(".pdf"));
    const files = [
      ...policies.map((name) => readFileSync(`public/policy/${name}`)),
      await pdf({ pages: 7 }),
    ];
    for (const bytes of files) {
      const { numPages } = await getDocument({ data: new Uint8Array(bytes) }).promise;
      expect(pdfLeaves(bytes, MANY)).toEqual({ pages: numPages, isRepeated: false });
    }
    expect(policies.length).toBeGreaterThan(0);
  });
});

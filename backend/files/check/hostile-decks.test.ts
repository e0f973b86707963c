import { describe, expect, test } from "vitest";
import { pdf } from "@/tests/support/made-files/files";
import { type HarmfulFile, html, patched, start, tail } from "@/tests/support/made-files/harmful";
import { flateStream, rawPdf, scriptedPdf } from "@/tests/support/made-files/pdf-files";
import { compoundFile, ppt } from "@/tests/support/made-files/ppt-files";
import { fileVerdicts } from "@/tests/support/made-files/verdicts";
import { zip } from "@/tests/support/made-files/zip-files";

const { verdictOf } = await fileVerdicts("hostile-decks", ["pages"]);

const MB = 1024 * 1024;
const PDF = { type: "application/pdf", pages: 1 };
const PPT = { type: "application/vnd.ms-powerpoint", pages: 8 };

const PDFS: HarmfulFile[] = [
  ["a script on opening", "a.pdf", () => scriptedPdf(), PDF],
  [
    "a program to launch",
    "a.pdf",
    () => rawPdf({ catalog: "/OpenAction << /S /Launch /F (calc.exe) >>" }),
    PDF,
  ],
  [
    "a file inside",
    "a.pdf",
    () =>
      rawPdf({
        catalog: "/Names << /EmbeddedFiles << /Names [(x.exe) 10 0 R] >> >>",
        objects: ["<< /Type /Filespec /F (x.exe) /EF << /F 11 0 R >> >>", flateStream(1000)],
      }),
    PDF,
  ],
  [
    "an address to open",
    "a.pdf",
    () => rawPdf({ catalog: "/OpenAction << /S /URI /URI (https://e.example/?x) >>" }),
    PDF,
  ],
  ["a page of HTML in a comment", "a.pdf", () => rawPdf({ preamble: `% ${html}\n` }), PDF],
  ["a zip behind it", "a.pdf", () => tail(rawPdf(), zip([{ name: "a" }])), PDF],
  ["a name of two endings", "a.exe.pdf", () => rawPdf(), PDF],
  ["an owner's password only", "a.pdf", () => pdf({ pages: 1, owner: "x" }), PDF],
  ["more pages claimed than there are", "a.pdf", () => rawPdf({ count: 9 }), PDF],
  [
    "fewer pages claimed than there are: some readers show them all",
    "a.pdf",
    () => rawPdf({ pages: 25, count: 5 }),
    "file_too_many_slides",
  ],
  [
    "fewer pages claimed than there are, none too many",
    "a.pdf",
    () => rawPdf({ pages: 12, count: 5 }),
    { ...PDF, pages: 5 },
  ],
  ["a negative count of pages", "a.pdf", () => rawPdf({ count: -3 }), "file_unreadable"],
  ["no pages", "a.pdf", () => rawPdf({ pages: 0 }), "file_unreadable"],
  [
    "a tree of pages that bites its tail",
    "a.pdf",
    () =>
      rawPdf({
        pages: 0,
        catalog: "/Pages 10 0 R",
        objects: ["<< /Type /Pages /Kids [10 0 R] /Count 3 >>"],
      }),
    "file_unreadable",
  ],
  ["a table of objects that names itself", "a.pdf", () => rawPdf({ trailer: "/Prev {xref}" }), PDF],
  [
    "arrays in arrays, 100,000 deep",
    "a.pdf",
    () => rawPdf({ catalog: `/X ${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
    "file_unreadable",
  ],
  [
    "a stream that inflates to 90 MB",
    "a.pdf",
    () => rawPdf({ catalog: "/Metadata 10 0 R", objects: [flateStream(90 * MB)] }),
    PDF,
  ],
  ["only a header", "a.pdf", () => Buffer.from("%PDF-"), "file_unreadable"],
  ["a header and noise", "a.pdf", () => start("%PDF-1.7\n"), "file_unreadable"],
  [
    "HTML first, PDF after",
    "a.pdf",
    () => Buffer.concat([Buffer.from(html), rawPdf()]),
    "file_content_mismatch",
  ],
  ["a program", "a.pdf", () => start("MZ"), "file_content_mismatch"],
  ["PostScript", "a.pdf", () => start("%!PS-Adobe-3.0\n"), "file_content_mismatch"],
  ["only blanks", "a.pdf", () => Buffer.alloc(5000, 32), "file_content_mismatch"],
];

const PPTS: HarmfulFile[] = [
  ["a scripted PDF", "a.ppt", () => scriptedPdf(), "file_content_mismatch"],
  ["an empty compound file", "a.ppt", () => compoundFile({}), "file_content_mismatch"],
  [
    "edits that follow themselves",
    "a.ppt",
    () =>
      patched(ppt(), Buffer.from([0, 0, 0xf5, 0x0f]), (at, copy) => {
        // Makes the newest edit of the PowerPoint file refer to itself as the previous edit.
        const stream = copy.indexOf(Buffer.from([0x0f, 0, 0xee, 0x03]));
        copy.writeUInt32LE(at - stream, at + 16);
      }),
    "file_unreadable",
  ],
  ["a program behind it", "a.ppt", () => tail(ppt(), start("MZ")), PPT],
  [
    "noise behind its signature",
    "a.ppt",
    () => start("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    "file_unreadable",
  ],
  ["a web page", "a.ppt", () => Buffer.from(html.repeat(100)), "file_content_mismatch"],
];

describe("hostile decks in the field pitch", () => {
  test.each([...PDFS, ...PPTS])(
    "the check gives the right verdict for a deck with %s (%s)",
    async (_what, name, bytes, expected) => {
      expect(await verdictOf("pitch", name, await bytes())).toEqual(expected);
    },
  );
});

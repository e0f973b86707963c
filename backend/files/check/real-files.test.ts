import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { FileField } from "@/contract/project/project-fields";
import { animatedWebp, image, pdf, video } from "@/tests/support/made-files/files";
import { patched } from "@/tests/support/made-files/harmful";
import { rawPdf } from "@/tests/support/made-files/pdf-files";
import { compoundFile, ppt } from "@/tests/support/made-files/ppt-files";
import { fileVerdicts, type Verdict } from "@/tests/support/made-files/verdicts";
import { type ZipEntry, zip } from "@/tests/support/made-files/zip-files";

// Tests unusual but harmless files from real programs. The check accepts them, or refuses them with the correct reason.

const facts = ["pages", "duration", "codec", "soundCodec"] as const;
const { refusalOf, verdictOf } = await fileVerdicts("real", facts);

type Bytes = () => Buffer | Promise<Buffer>;
type Taken = [what: string, field: FileField, name: string, bytes: Bytes, verdict: Verdict];
type Refused = [what: string, field: FileField, name: string, bytes: Bytes, refusal: object];

const ZIP = { type: "application/zip" };
const deck = (pages: number) => ({ type: "application/pdf", pages });
const unsafe = (reason: string, more = {}) => ({ code: "file_unsafe", reason, ...more });
const unreadable = (reason: string, more = {}) => ({ code: "file_unreadable", reason, ...more });
const mismatch = (reason: string, more = {}) => ({
  code: "file_content_mismatch",
  reason,
  ...more,
});
const inZip = (...entries: ZipEntry[]) => zip(entries);
const behind = (start: string | Buffer, bytes: Buffer) =>
  Buffer.concat([Buffer.from(start), bytes]);
const files = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}` }));

const round = (count: number) => Array.from({ length: count }, (_, n) => n % 5);

/** Returns an ISO media box with a brand, as at the start of a photo from a phone. */
const heif = (brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`),
    Buffer.alloc(64),
  ]);

/** Returns nested slides with a spreadsheet, which Office writes for objects pasted into a presentation. */
const embedded = (depth: number): Buffer =>
  inZip(
    { name: "ppt/presentation.xml" },
    depth === 0
      ? { name: "ppt/embeddings/Sheet1.xlsx", content: inZip({ name: "xl/workbook.xml" }) }
      : { name: `ppt/embeddings/Slides${depth}.pptx`, content: embedded(depth - 1) },
  );

const TAKEN: Taken[] = [
  ["a line feed in front", "pitch", "a.pdf", () => behind("\n", rawPdf()), deck(1)],
  [
    "the headers of a download in front",
    "pitch",
    "a.pdf",
    () => behind("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n", rawPdf()),
    deck(1),
  ],
  [
    "a head of a Mac's disk in front",
    "pitch",
    "a.pdf",
    () => behind(Buffer.concat([Buffer.from("\0\x08Deck.pdf"), Buffer.alloc(118)]), rawPdf()),
    deck(1),
  ],
  ["1,000 blanks in front", "pitch", "a.pdf", () => behind(" ".repeat(1000), rawPdf()), deck(1)],
  [
    "pages that are shown twice",
    "pitch",
    "a.pdf",
    () => rawPdf({ pages: 5, order: round(7) }),
    deck(7),
  ],
  [
    "a page shown 20 times",
    "pitch",
    "a.pdf",
    () => rawPdf({ pages: 1, order: Array(20).fill(0) }),
    deck(20),
  ],
  [
    "20 slides, two of them hidden",
    "pitch",
    "a.ppt",
    () => ppt({ slides: 20, hidden: 2 }),
    { type: "application/vnd.ms-powerpoint", pages: 20 },
  ],
  [
    "a text that begins with PK",
    "altro_materiale",
    "a.zip",
    () =>
      inZip({ name: "LEGGIMI.txt", content: "PKI e firma digitale" }, { name: "b", content: "PK" }),
    ZIP,
  ],
  [
    "backslashes in its paths",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "cartella\\", content: "" }, { name: "cartella\\foto\\a.jpg" }),
    ZIP,
  ],
  [
    "backslashes in one list of names only",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "cartella/a.jpg", localName: "cartella\\a.jpg" }),
    ZIP,
  ],
  [
    "slides in slides with a sheet",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "deck.pptx", content: embedded(2) }),
    ZIP,
  ],
  [
    "a template and a book",
    "altro_materiale",
    "a.zip",
    () =>
      inZip(
        { name: "a.zip", content: inZip({ name: "b.potx", content: embedded(0) }) },
        { name: "c.EPUB", content: inZip({ name: "mimetype" }) },
      ),
    ZIP,
  ],
  [
    "zeros behind its end",
    "altro_materiale",
    "a.zip",
    () => Buffer.concat([inZip({ name: "a" }), Buffer.alloc(40)]),
    ZIP,
  ],
  [
    "bytes behind the end of one inside",
    "altro_materiale",
    "a.zip",
    () =>
      inZip({ name: "b.zip", content: Buffer.concat([inZip({ name: "a" }), Buffer.from("\r\n")]) }),
    ZIP,
  ],
  ["PNG", "logo", "a.jpg", () => image("png"), { type: "image/png" }],
  ["JPEG", "logo", "a.png", () => image("jpeg"), { type: "image/jpeg" }],
  ["WebP", "logo", "a.png", () => image("webp"), { type: "image/webp" }],
  ["PNG as WebP", "logo", "a.webp", () => image("png"), { type: "image/png" }],
  [
    "a JPEG without its end",
    "logo",
    "a.jpg",
    async () => (await image("jpeg")).subarray(0, -2),
    { type: "image/jpeg" },
  ],
  [
    "a JPEG with half of its end",
    "altro_materiale",
    "a.jpg",
    async () => (await image("jpeg")).subarray(0, -1),
    { type: "image/jpeg" },
  ],
  [
    "a PNG without its end",
    "logo",
    "a.png",
    async () => (await image("png")).subarray(0, -12),
    { type: "image/png" },
  ],
  [
    "subtitles that are longer than the film",
    "video",
    "a.mp4",
    () => video("subtitled.mp4"),
    { type: "video/mp4", duration: 4, codec: "H.264" },
  ],
  [
    "a phone's newer codec",
    "video",
    "a.mov",
    () => video("hevc.mov"),
    { type: "video/quicktime", duration: 4, codec: "HEVC (H.265)", soundCodec: "AAC" },
  ],
];

const REFUSED: Refused[] = [
  [
    "21 pages, each of them shown several times",
    "pitch",
    "a.pdf",
    () => rawPdf({ pages: 5, order: round(21) }),
    { code: "file_too_many_slides", found: 21 },
  ],
  [
    "many pages behind a line feed",
    "pitch",
    "a.pdf",
    async () => behind("\n", await pdf({ pages: 34 })),
    { code: "file_too_many_slides", found: 34 },
  ],
  [
    "hidden slides among too many",
    "pitch",
    "a.ppt",
    () => ppt({ slides: 22, hidden: 2 }),
    { code: "file_too_many_slides", found: 22, hidden: 2 },
  ],
  [
    "documents bound into a portfolio",
    "pitch",
    "a.pdf",
    () => rawPdf({ catalog: "/Collection << /Type /Collection /View /T >>" }),
    unreadable("portfolio"),
  ],
  ["a password", "pitch", "a.pdf", () => pdf({ password: "segreta" }), unreadable("password")],
  ["a password", "pitch", "a.ppt", () => ppt({ encrypted: true }), unreadable("password")],
  ["no slide", "pitch", "a.ppt", () => ppt({ slides: 0 }), unreadable("no_slides")],
  [
    "slides of PowerPoint 4",
    "pitch",
    "a.ppt",
    () => compoundFile({ PP40: Buffer.alloc(5000, 1) }),
    unreadable("old_powerpoint"),
  ],
  [
    "new slides under an old name",
    "pitch",
    "a.ppt",
    () => inZip({ name: "docProps/app.xml" }, { name: "ppt/presentation.xml" }),
    mismatch("pptx"),
  ],
  [
    "new slides with a password under an old name",
    "pitch",
    "a.ppt",
    () => compoundFile({ EncryptedPackage: Buffer.alloc(5000, 1) }),
    mismatch("password"),
  ],
  [
    "a sheet under a wrong name",
    "pitch",
    "a.ppt",
    () => compoundFile({ Workbook: Buffer.alloc(5000, 1) }),
    mismatch("other_type", { named: ".xls" }),
  ],
  [
    "a PDF under a wrong name",
    "pitch",
    "a.ppt",
    () => rawPdf(),
    mismatch("other_type", { named: ".pdf" }),
  ],
  ["a phone's picture", "logo", "a.jpg", () => heif("heic"), mismatch("heic")],
  [
    "another picture",
    "logo",
    "a.png",
    async () =>
      sharp(await image("png"))
        .gif()
        .toBuffer(),
    mismatch("other_type", { named: ".gif" }),
  ],
  ["a moving picture", "logo", "a.png", animatedWebp, unreadable("animated")],
  [
    "51.8 million pixels",
    "logo",
    "a.png",
    () =>
      sharp({ create: { width: 7200, height: 7200, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    unreadable("pixels", { found: 51.9 }),
  ],
  [
    "a JPEG cut within its pixels",
    "logo",
    "a.jpg",
    async () => (await image("jpeg", { width: 400, height: 400 })).subarray(0, -60),
    { code: "file_unreadable" },
  ],
  ["no picture", "video", "a.mp4", () => video("sound-only.mp4"), unreadable("no_picture")],
  [
    "too long",
    "video",
    "a.mp4",
    () => video("long-121.mp4"),
    { code: "file_too_long", found: 121 },
  ],
  [
    "another container",
    "video",
    "a.mp4",
    () => video("clip.webm"),
    mismatch("other_type", { named: ".webm" }),
  ],
  [
    "a password",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "a.txt", encrypted: true }),
    unsafe("password", { named: "a.txt" }),
  ],
  [
    "a password of another kind",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "a.txt", encrypted: "strongly" }),
    unsafe("password"),
  ],
  [
    "1,200 files",
    "altro_materiale",
    "a.zip",
    () => inZip(...files(1200)),
    unsafe("entries", { found: 1200 }),
  ],
  [
    "an app with 1,200 files",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "a.txt" }, { name: "app.apk", content: inZip(...files(1200)) }),
    unsafe("entries", { found: 1202 }),
  ],
  [
    "a link",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "prog/link", mode: 0o120777 }),
    unsafe("link", { named: "prog/link" }),
  ],
  [
    "a pipe",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "p", mode: 0o010644 }),
    unsafe("special", { named: "p" }),
  ],
  [
    "a path from the root",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "/etc/città.txt" }),
    unsafe("path", { named: "/etc/città.txt" }),
  ],
  [
    "a path outside, with backslashes",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "a\\..\\..\\b.txt" }),
    unsafe("path", { named: "a\\..\\..\\b.txt" }),
  ],
  [
    "archives in archives",
    "altro_materiale",
    "a.zip",
    () =>
      inZip({ name: "a.zip", content: inZip({ name: "b.zip", content: inZip({ name: "c" }) }) }),
    unsafe("nesting", { named: "b.zip" }),
  ],
  [
    "slides in slides without end",
    "altro_materiale",
    "a.zip",
    () => inZip({ name: "deck.pptx", content: embedded(9) }),
    unsafe("nesting", { named: "ppt/embeddings/Slides1.pptx" }),
  ],
  ...(
    [
      [9, "Deflate64"],
      [12, "BZip2"],
      [14, "LZMA"],
      [93, "Zstandard"],
      [98, "PPMd"],
      [77, "77"],
    ] as const
  ).map(
    ([method, named]): Refused => [
      `the method ${named}`,
      "altro_materiale",
      "a.zip",
      () => inZip({ name: "a", method }),
      unreadable("compression", { named }),
    ],
  ),
  [
    "a damaged file inside",
    "altro_materiale",
    "a.zip",
    () =>
      patched(inZip({ name: "a.txt" }), Buffer.from("PK\x01\x02"), (at, copy) => {
        copy[at + 16] = (copy[at + 16] ?? 0) ^ 0xff;
      }),
    unreadable("entry_damaged", { named: "a.txt" }),
  ],
  [
    "the first of several volumes",
    "altro_materiale",
    "a.zip",
    () => behind("PK\x07\x08", inZip({ name: "a", content: "x".repeat(900) }).subarray(0, 60)),
    unreadable("split"),
  ],
];

describe("accepted ordinary files", () => {
  test.each(TAKEN)("the check accepts %s: %s %s", async (_what, field, name, bytes, verdict) => {
    expect(await verdictOf(field, name, await bytes())).toEqual(verdict);
  });
});

describe("refused ordinary files", () => {
  test.each(REFUSED)(
    "the check refuses %s with the cause: %s %s",
    async (_what, field, name, bytes, refusal) => {
      expect(await refusalOf(field, name, await bytes())).toEqual(refusal);
    },
  );
});

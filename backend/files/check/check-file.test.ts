import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { FileField } from "@/contract/project/project-fields";
import { animatedWebp, giantPng, image, pdf, video } from "@/tests/support/made-files/files";
import { compoundFile, ppt } from "@/tests/support/made-files/ppt-files";
import { fileVerdicts, type Verdict } from "@/tests/support/made-files/verdicts";
import { zip } from "@/tests/support/made-files/zip-files";

const { checkFile, folder, verdictOf } = await fileVerdicts("corpus", ["pages", "duration"]);

type Case = [field: FileField, name: string, bytes: () => Buffer | Promise<Buffer>, Verdict];

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
const junk = Buffer.from("MZ\x90\x00".repeat(2000), "latin1");
const zeros = Buffer.alloc(64 * 1024 * 1024);
const html = Buffer.from("<!doctype html><script>alert(1)</script>".repeat(50));

const DECKS: Case[] = [
  ["pitch", "deck.pdf", () => pdf(), { type: "application/pdf", pages: 12 }],
  ["pitch", "Deck FINALE.PDF", () => pdf({ pages: 20 }), { type: "application/pdf", pages: 20 }],
  ["pitch", "deck.pdf", () => pdf({ pages: 21 }), "file_too_many_slides"],
  ["pitch", "deck.pdf", () => pdf({ password: "segreta" }), "file_unreadable"],
  ["pitch", "deck.pdf", async () => half(await pdf()), "file_unreadable"],
  ["pitch", "deck.pdf", () => Buffer.from("%PDF-1.7\n%%EOF"), "file_unreadable"],
  ["pitch", "deck.pdf", () => html, "file_content_mismatch"],
  ["pitch", "deck.pdf", () => ppt(), "file_content_mismatch"],
  ["pitch", "deck.pdf", () => Buffer.from("x"), "file_content_mismatch"],
  ["pitch", "deck.ppt", () => ppt(), { type: "application/vnd.ms-powerpoint", pages: 8 }],
  [
    "pitch",
    "deck.ppt",
    () => ppt({ slides: 20 }),
    { type: "application/vnd.ms-powerpoint", pages: 20 },
  ],
  ["pitch", "deck.ppt", () => ppt({ slides: 21 }), "file_too_many_slides"],
  [
    "pitch",
    "deck.ppt",
    () => ppt({ slides: 5, deleted: 30 }),
    { type: "application/vnd.ms-powerpoint", pages: 5 },
  ],
  [
    "pitch",
    "deck.ppt",
    () => ppt({ bare: true }),
    { type: "application/vnd.ms-powerpoint", pages: 8 },
  ],
  ["pitch", "deck.ppt", () => ppt({ bare: true, slides: 21 }), "file_too_many_slides"],
  ["pitch", "deck.ppt", () => ppt({ slides: 0 }), "file_unreadable"],
  ["pitch", "deck.ppt", () => ppt({ encrypted: true }), "file_unreadable"],
  ["pitch", "deck.ppt", () => half(ppt({ slides: 20 })), "file_unreadable"],
  [
    "pitch",
    "deck.ppt",
    () => compoundFile({ WordDocument: Buffer.alloc(5000, 1) }),
    "file_content_mismatch",
  ],
  [
    "pitch",
    "deck.ppt",
    () => compoundFile({ Workbook: Buffer.alloc(5000, 1) }),
    "file_content_mismatch",
  ],
  [
    "pitch",
    "deck.ppt",
    () => compoundFile({ "PowerPoint Document": Buffer.alloc(5000, 255) }),
    "file_unreadable",
  ],
  [
    "pitch",
    "deck.ppt",
    () => zip([{ name: "[Content_Types].xml" }, { name: "ppt/presentation.xml" }]),
    "file_content_mismatch",
  ],
  ["pitch", "deck.ppt", () => pdf(), "file_content_mismatch"],
];

const VIDEOS: Case[] = [
  ["video", "clip.mp4", () => video("clip.mp4"), { type: "video/mp4", duration: 4 }],
  ["video", "clip.mov", () => video("clip.mov"), { type: "video/quicktime", duration: 4 }],
  ["video", "clip.avi", () => video("clip.avi"), { type: "video/x-msvideo", duration: 4 }],
  ["video", "clip.3gp", () => video("clip.3gp"), { type: "video/3gpp", duration: 4 }],
  ["video", "clip.mpeg", () => video("clip.mpeg"), { type: "video/mpeg", duration: 4 }],
  ["video", "CLIP.MPG", () => video("transport.mpeg"), { type: "video/mpeg", duration: 4.08 }],
  ["video", "clip.mp4", () => video("long-120.mp4"), { type: "video/mp4", duration: 120 }],
  ["video", "clip.mp4", () => video("clip.mov"), { type: "video/quicktime", duration: 4 }],
  [
    "video",
    "clip.mp4",
    () => Buffer.concat([video("clip.mp4"), Buffer.alloc(500_000)]),
    { type: "video/mp4", duration: 4 },
  ],
  [
    "video",
    "clip.avi",
    () => Buffer.concat([video("clip.avi"), junk]),
    { type: "video/x-msvideo", duration: 4 },
  ],
  ["video", "clip.mp4", () => video("long-121.mp4"), "file_too_long"],
  ["video", "clip.mov", () => video("long-121.mov"), "file_too_long"],
  ["video", "clip.avi", () => video("long-121.avi"), "file_too_long"],
  ["video", "clip.3gp", () => video("long-121.3gp"), "file_too_long"],
  ["video", "clip.mpeg", () => video("long-121.mpeg"), "file_too_long"],
  ["video", "clip.mp4", () => video("sound-only.mp4"), "file_unreadable"],
  ["video", "clip.mp4", () => half(video("clip.mp4")), "file_unreadable"],
  ["video", "clip.mov", () => half(video("clip.mov")), "file_unreadable"],
  ["video", "clip.avi", () => half(video("clip.avi")), "file_unreadable"],
  [
    "video",
    "clip.mpeg",
    () => Buffer.concat([video("clip.mpeg").subarray(0, 20), junk]),
    "file_unreadable",
  ],
  ["video", "clip.mp4", () => video("clip.avi"), "file_content_mismatch"],
  ["video", "clip.avi", () => video("clip.mp4"), "file_content_mismatch"],
  ["video", "clip.mpeg", () => video("clip.mp4"), "file_content_mismatch"],
  ["video", "clip.mp4", () => video("clip.webm"), "file_content_mismatch"],
  ["video", "clip.mp4", () => html, "file_content_mismatch"],
];

const OTHERS: Case[] = [
  [
    "altro_materiale",
    "tutto.zip",
    () => zip([{ name: "a/b.txt" }, { name: "a/", content: "" }]),
    { type: "application/zip" },
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () => zip([{ name: "a.zip", content: zip([{ name: "b.txt" }]) }]),
    { type: "application/zip" },
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () =>
      zip([{ name: "a.zip", content: zip([{ name: "b.docx", content: zip([{ name: "x" }]) }]) }]),
    { type: "application/zip" },
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () => zip(Array.from({ length: 1000 }, (_, n) => ({ name: `f${n}` }))),
    { type: "application/zip" },
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () => zip(Array.from({ length: 1001 }, (_, n) => ({ name: `f${n}` }))),
    "file_unsafe",
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () =>
      zip([{ name: "a.zip", content: zip([{ name: "b.zip", content: zip([{ name: "c" }]) }]) }]),
    "file_unsafe",
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () =>
      zip([
        { name: "0", content: zeros },
        ...Array.from({ length: 4 }, (_, n) => ({ name: `${n + 1}`, sameAsBefore: true })),
      ]),
    "file_unsafe",
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () => zip([{ name: "link", content: "/etc/passwd", mode: 0o120777 }]),
    "file_unsafe",
  ],
  ["altro_materiale", "tutto.zip", () => zip([{ name: "../fuori.txt" }]), "file_unsafe"],
  ["altro_materiale", "tutto.zip", () => zip([{ name: "a/../../fuori.txt" }]), "file_unsafe"],
  ["altro_materiale", "tutto.zip", () => zip([{ name: "/etc/cron.d/x" }]), "file_unsafe"],
  ["altro_materiale", "tutto.zip", () => zip([{ name: "C:\\x.txt" }]), "file_unsafe"],
  ["altro_materiale", "tutto.zip", () => zip([{ name: "..\\fuori.txt" }]), "file_unsafe"],
  [
    "altro_materiale",
    "tutto.zip",
    () => zip([{ name: "segreto.txt", encrypted: true }]),
    "file_unsafe",
  ],
  [
    "altro_materiale",
    "tutto.zip",
    () => half(zip([{ name: "a", content: "x".repeat(9000) }, { name: "b" }])),
    "file_unreadable",
  ],
  ["altro_materiale", "tutto.zip", () => junk, "file_content_mismatch"],
  ["altro_materiale", "grande.pdf", () => pdf({ pages: 60 }), { type: "application/pdf" }],
  [
    "altro_materiale",
    "grande.ppt",
    () => ppt({ slides: 60 }),
    { type: "application/vnd.ms-powerpoint" },
  ],
  ["altro_materiale", "lungo.mp4", () => video("long-121.mp4"), { type: "video/mp4" }],
  ["altro_materiale", "foto.jpg", () => image("jpeg"), { type: "image/jpeg" }],
  ["altro_materiale", "foto.png", () => image("png"), { type: "image/png" }],
  [
    "altro_materiale",
    "foto.png",
    async () => half(await image("png", { width: 600, height: 600 })),
    "file_unreadable",
  ],
  ["altro_materiale", "foto.jpg", () => image("png"), "file_content_mismatch"],
];

const LOGOS: Case[] = [
  ["logo", "logo.png", () => image("png"), { type: "image/png" }],
  ["logo", "logo.JPEG", () => image("jpeg"), { type: "image/jpeg" }],
  ["logo", "logo.webp", () => image("webp"), { type: "image/webp" }],
  ["logo", "logo.webp", animatedWebp, "file_unreadable"],
  ["logo", "logo.png", giantPng, "file_unreadable"],
  [
    "logo",
    "logo.png",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "file_content_mismatch",
  ],
  [
    "logo",
    "logo.jpg",
    async () => half(await image("jpeg", { width: 800, height: 800 })),
    "file_unreadable",
  ],
];

describe.each([
  ["decks", DECKS],
  ["videos", VIDEOS],
  ["other material", OTHERS],
  ["logos", LOGOS],
])("the check of %s", (_, cases) => {
  test.each(cases)(
    "the check of the field %s gives the verdict for %s: %#",
    async (field, name, bytes, expected) => {
      expect(await verdictOf(field, name, await bytes())).toEqual(expected);
    },
  );
});

describe("the metadata of a logo", () => {
  test("the check rewrites a logo in its own format without metadata", async () => {
    const path = join(folder, "logo");
    await writeFile(path, await image("jpeg"));
    expect((await sharp(path).metadata()).exif).toBeDefined();
    const { rewritten } = await checkFile({
      path,
      field: "logo",
      name: "logo.jpg",
      account: "one",
    });
    const clean = await sharp(await readFile(rewritten!)).metadata();
    expect(clean).toMatchObject({ format: "jpeg", width: 96, height: 48 });
    expect(clean.exif).toBeUndefined();
  });
});

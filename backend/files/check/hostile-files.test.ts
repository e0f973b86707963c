import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { FileField } from "@/contract/project/project-fields";
import { image, video } from "@/tests/support/made-files/files";
import { type HarmfulFile, html, patched, start, tail } from "@/tests/support/made-files/harmful";
import { rawPdf } from "@/tests/support/made-files/pdf-files";
import { fileVerdicts } from "@/tests/support/made-files/verdicts";
import { zip } from "@/tests/support/made-files/zip-files";

// Tests files that are made to deceive or harm. Tests of harmless files are in check-file.test.ts, and of harmful decks
// in hostile-decks.test.ts.

const { verdictOf } = await fileVerdicts("hostile", ["pages"]);

const MB = 1024 * 1024;
const ZIP = { type: "application/zip" };
const MP4 = { type: "video/mp4" };
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Returns an ISO media box with the given content. */
function box(type: string, content: Buffer | string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, Buffer.from(content)]);
}

/** Sets the duration in each header of a video, and keeps the sample tables. */
function withDurations(film: Buffer, seconds: number): Buffer {
  const copy = Buffer.from(film);
  const each = (name: string, change: (at: number) => void) => {
    for (let at = copy.indexOf(name); at >= 0; at = copy.indexOf(name, at + 4)) change(at);
  };
  let scale = 1000;
  each("mvhd", (at) => {
    scale = copy.readUInt32BE(at + 16);
    copy.writeUInt32BE(scale * seconds, at + 20);
  });
  each("tkhd", (at) => copy.writeUInt32BE(scale * seconds, at + 24));
  each("mdhd", (at) => copy.writeUInt32BE(copy.readUInt32BE(at + 16) * seconds, at + 20));
  return copy;
}

const VIDEOS: HarmfulFile[] = [
  ["a page of HTML in a free box", "a.mp4", () => tail(video("clip.mp4"), box("free", html)), MP4],
  ["a zip behind it", "a.mp4", () => tail(video("clip.mp4"), zip([{ name: "a" }])), MP4],
  [
    "a film of 121 s whose header says 4",
    "a.mp4",
    () =>
      patched(video("long-121.mp4"), Buffer.from("mvhd"), (at, copy) => {
        copy.writeUInt32BE(copy.readUInt32BE(at + 16) * 4, at + 20);
      }),
    "file_too_long",
  ],
  [
    "a film of 121 s whose headers all say one second",
    "a.mp4",
    () => withDurations(video("long-121.mp4"), 1),
    "file_too_long",
  ],
  ["only its first box", "a.mp4", () => video("clip.mp4").subarray(0, 32), "file_unreadable"],
  [
    "a box longer than any disk",
    "a.mp4",
    () => {
      const bytes = Buffer.concat([
        video("clip.mp4").subarray(0, 32),
        box("mdat", Buffer.alloc(8)),
      ]);
      bytes.writeUInt32BE(1, 32);
      bytes.fill(0xff, 40, 48);
      return bytes;
    },
    "file_unreadable",
  ],
  ["half of a 3GP", "a.3gp", () => half(video("clip.3gp")), "file_unreadable"],
  ["Matroska", "a.avi", () => video("clip.webm"), "file_content_mismatch"],
  ["Ogg", "a.mpeg", () => start("OggS"), "file_content_mismatch"],
  ["Flash video", "a.mp4", () => start("FLV\x01"), "file_content_mismatch"],
  ["a song", "a.mpeg", () => start("ID3\x04"), "file_content_mismatch"],
  [
    "a sound of the same family",
    "a.avi",
    () => start("RIFF\xf0\x0f\0\0WAVEfmt "),
    "file_content_mismatch",
  ],
  ["a picture of the same family", "a.avi", () => image("webp"), "file_content_mismatch"],
  ["an animated GIF", "a.mp4", () => start("GIF89a"), "file_content_mismatch"],
  [
    "a playlist",
    "a.mp4",
    () => Buffer.from("#EXTM3U\n/etc/passwd\n".repeat(99)),
    "file_content_mismatch",
  ],
];

const ZIPS: HarmfulFile[] = [
  ["nothing inside", "a.zip", () => zip([]), ZIP],
  ["a page of HTML as its comment", "a.zip", () => zip([{ name: "a" }], { comment: html }), ZIP],
  ["names in any script, and a smile", "a.zip", () => zip([{ name: "проект/計画 😀.txt" }]), ZIP],
  ["a name that reads backwards", "a.zip", () => zip([{ name: "\u202egpj.exe" }]), ZIP],
  ["two entries of one name", "a.zip", () => zip([{ name: "a" }, { name: "a" }]), ZIP],
  ["words inside that are no code", "a.zip", () => zip([{ name: "a.html", content: html }]), ZIP],
  [
    "more comes out than it says",
    "a.zip",
    () => zip([{ name: "a", content: Buffer.alloc(MB), claims: 10 }]),
    "file_unsafe",
  ],
  [
    "less comes out than it says",
    "a.zip",
    () => zip([{ name: "a", claims: 9999 }]),
    "file_unreadable",
  ],
  [
    "320 MB of nothing",
    "a.zip",
    () => zip([{ name: "a", content: Buffer.alloc(320 * MB) }]),
    "file_unsafe",
  ],
  [
    "320 MB of nothing, one archive deeper",
    "a.zip",
    () => zip([{ name: "a", content: zip([{ name: "b", content: Buffer.alloc(320 * MB) }]) }]),
    "file_unsafe",
  ],
  [
    "320 MB of nothing in what is called a document",
    "a.zip",
    () => zip([{ name: "a.docx", content: zip([{ name: "b", content: Buffer.alloc(320 * MB) }]) }]),
    "file_unsafe",
  ],
  [
    "archives in archives, called a document",
    "a.zip",
    () => {
      const deep = zip([{ name: "c.zip", content: zip([{ name: "d.zip", content: zip([]) }]) }]);
      return zip([{ name: "a.epub", content: zip([{ name: "b.zip", content: deep }]) }]);
    },
    "file_unsafe",
  ],
  [
    "a path out of a document",
    "a.zip",
    () => zip([{ name: "a.xlsx", content: zip([{ name: "../../x" }]) }]),
    "file_unsafe",
  ],
  [
    "a document that holds another, as slides hold their tables",
    "a.zip",
    () =>
      zip([{ name: "a.pptx", content: zip([{ name: "b.xlsx", content: zip([{ name: "c" }]) }]) }]),
    ZIP,
  ],
  [
    "documents in documents in documents",
    "a.zip",
    () =>
      zip([
        {
          name: "a.docx",
          content: zip([{ name: "b.docx", content: zip([{ name: "c.docx", content: zip([]) }]) }]),
        },
      ]),
    "file_unsafe",
  ],
  [
    "entries beyond those it counts",
    "a.zip",
    () => zip([{ name: "a" }, { name: "../../x" }], { count: 1 }),
    "file_unsafe",
  ],
  [
    "more entries counted than there are",
    "a.zip",
    () => zip([{ name: "a" }], { count: 2 }),
    "file_unreadable",
  ],
  [
    "another name where the bytes begin",
    "a.zip",
    () => zip([{ name: "a.txt", localName: "../../.bashrc" }]),
    "file_unsafe",
  ],
  ["an entry without a name", "a.zip", () => zip([{ name: "" }]), "file_unsafe"],
  ["a name with a NUL", "a.zip", () => zip([{ name: "a.txt\0.exe" }]), "file_unsafe"],
  ["a folder outside", "a.zip", () => zip([{ name: "../x/", content: "" }]), "file_unsafe"],
  ["another computer's folder", "a.zip", () => zip([{ name: "//server/x" }]), "file_unsafe"],
  ["a device", "a.zip", () => zip([{ name: "sda", mode: 0o060644 }]), "file_unsafe"],
  ["a pipe", "a.zip", () => zip([{ name: "p", mode: 0o010644 }]), "file_unsafe"],
  [
    "a compression nobody knows",
    "a.zip",
    () => zip([{ name: "a", method: 99 }]),
    "file_unreadable",
  ],
  [
    "a directory that begins outside",
    "a.zip",
    () =>
      patched(zip([{ name: "a" }]), Buffer.from("PK\x05\x06"), (at, copy) => {
        copy.writeUInt32LE(0xfffffff0, at + 16);
      }),
    "file_unreadable",
  ],
  ["only the end of one", "a.zip", () => zip([{ name: "a" }]).subarray(-22), "file_unreadable"],
  [
    "a program in front",
    "a.zip",
    () => Buffer.concat([start("MZ"), zip([{ name: "a" }])]),
    "file_content_mismatch",
  ],
  ["another archive", "a.zip", () => gzipSync("x".repeat(9000)), "file_content_mismatch"],
  ["RAR", "a.zip", () => start("Rar!\x1a\x07\x01\0"), "file_content_mismatch"],
  ["a PDF", "a.zip", () => rawPdf(), "file_content_mismatch"],
];

const square = (side: number) => ({
  create: { width: side, height: side, channels: 3 as const, background: "#fb4f2b" },
});

const IMAGES: HarmfulFile[] = [
  [
    "a page of HTML behind it",
    "a.png",
    async () => tail(await image("png"), html),
    { type: "image/png" },
  ],
  [
    "a zip behind it",
    "a.jpg",
    async () => tail(await image("jpeg"), zip([{ name: "a" }])),
    { type: "image/jpeg" },
  ],
  [
    "16 bits per colour",
    "a.png",
    () => sharp(square(8)).toColourspace("rgb16").png().toBuffer(),
    { type: "image/png" },
  ],
  [
    "colours for print",
    "a.jpg",
    () => sharp(square(8)).toColourspace("cmyk").jpeg().toBuffer(),
    { type: "image/jpeg" },
  ],
  ["one pixel", "a.webp", () => sharp(square(1)).webp().toBuffer(), { type: "image/webp" }],
  ["49 million pixels", "a.png", () => sharp(square(7000)).png().toBuffer(), { type: "image/png" }],
  ["56 million pixels", "a.png", () => sharp(square(7500)).png().toBuffer(), "file_unreadable"],
  ["only its header", "a.png", async () => (await image("png")).subarray(0, 40), "file_unreadable"],
  [
    "half of it",
    "a.webp",
    async () => half(await image("webp", { width: 700, height: 700 })),
    "file_unreadable",
  ],
  [
    "a wrong checksum",
    "a.png",
    async () =>
      patched(await image("png"), Buffer.from("IHDR"), (at, copy) => {
        copy[at + 17] = (copy[at + 17] ?? 0) ^ 0xff;
      }),
    "file_unreadable",
  ],
  ["a GIF", "a.png", () => sharp(square(8)).gif().toBuffer(), "file_content_mismatch"],
  ["AVIF", "a.webp", () => sharp(square(8)).avif().toBuffer(), "file_content_mismatch"],
  ["TIFF", "a.jpg", () => sharp(square(8)).tiff().toBuffer(), "file_content_mismatch"],
  [
    "a drawing with a script",
    "a.png",
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
    "file_content_mismatch",
  ],
];

describe.each([
  ["video", "videos", VIDEOS],
  ["altro_materiale", "other material", ZIPS],
  ["logo", "logos", IMAGES],
] as [FileField, string, HarmfulFile[]][])(
  "hostile files in the field %s: %s",
  (field, _, cases) => {
    test.each(cases)(
      "the check gives the right verdict for a file with %s (%s)",
      async (_what, name, bytes, expected) => {
        expect(await verdictOf(field, name, await bytes())).toEqual(expected);
      },
    );
  },
);

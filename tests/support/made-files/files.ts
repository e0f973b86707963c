import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync, gunzipSync } from "node:zlib";
import PDFDocument from "pdfkit";
import sharp from "sharp";

// Provides small, real files for tests. ffmpeg made the videos in tests/fixtures/videos. The functions in this module
// create all other files.

const VIDEOS = join(import.meta.dirname, "../../fixtures/videos");

export type VideoName =
  | "clip.mp4"
  | "clip.mov"
  | "clip.avi"
  | "clip.3gp"
  | "clip.mpeg"
  | "clip.webm"
  | "transport.mpeg"
  | "sound-only.mp4"
  | "subtitled.mp4"
  | "hevc.mov"
  | "long-120.mp4"
  | `long-121.${"mp4" | "mov" | "avi" | "3gp" | "mpeg"}`;

/**
 * Returns a video. Clips last 4 s, `long-N` lasts N seconds, `sound-only` has no picture, and `subtitled` has subtitles
 * for 199 s.
 */
export function video(name: VideoName): Buffer {
  const path = join(VIDEOS, name);
  // The MPEG fixtures are stored compressed, because MPEG program streams contain much padding.
  return name.endsWith(".mpeg") ? gunzipSync(readFileSync(`${path}.gz`)) : readFileSync(path);
}

/** Returns an MP4 with a `free` box of the given number of bytes. Video players skip this box. */
export function heavyVideo(bytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(bytes);
  header.write("free", 4, "latin1");
  return Buffer.concat([video("clip.mp4"), header, Buffer.alloc(bytes - 8)]);
}

/**
 * Returns a PDF deck of landscape slides. A user password is required to open the PDF; an owner password only forbids
 * changes.
 */
export async function pdf({
  pages = 12,
  password = "",
  owner = "",
  title = "Filò",
} = {}): Promise<Buffer> {
  const document = new PDFDocument({
    size: [640, 360],
    autoFirstPage: false,
    info: { Title: title },
    ...(password && { userPassword: password, ownerPassword: `${password}!` }),
    ...(owner && { ownerPassword: owner }),
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on("end", () => resolve()));
  for (let page = 1; page <= pages; page++) {
    document.addPage().font("Helvetica-Bold").fontSize(40).text(`${title} ${page}`, 48, 140);
  }
  document.end();
  await done;
  return Buffer.concat(chunks);
}

type ImageFormat = "png" | "jpeg" | "webp";

/** Returns an image with a plain background. A JPEG contains EXIF data, which the check of logos must remove. */
export function image(format: ImageFormat, { width = 96, height = 48 } = {}): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: "#fb4f2b" } });
  return picture
    .withExif({ IFD0: { Copyright: "Giulia Ferraro, via Roma 1" } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a WebP image with two frames. */
export async function animatedWebp(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 32, height: 32, channels: 4, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all([frame("#fb4f2b"), frame("#11110f")]);
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
}

/** Returns a PNG of a few kilobytes whose header claims 60,000 pixels in width and height. */
export function giantPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

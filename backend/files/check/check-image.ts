import { readFile, rename } from "node:fs/promises";
import sharp from "sharp";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
};
/** End markers that some programs omit from complete images. */
const ENDS: Readonly<Record<string, Buffer>> = {
  jpeg: Buffer.from("ffd9", "hex"),
  png: Buffer.from("0000000049454e44ae426082", "hex"),
};

/**
 * Accepts a still image that decodes completely. If the job requires it, re-encodes the image in its own format,
 * rotated according to its EXIF data. The re-encoded image has no metadata, which can contain a location or a name.
 */
export async function checkImage({ path, pixelsMax, rewriteTo }: CheckJob): Promise<Checked> {
  const bytes = await readFile(path);
  const { format, width, height, pageHeight, pages } = await sharp(bytes, {
    limitInputPixels: false,
    pages: -1,
  })
    .metadata()
    .catch(() => refuse("file_unreadable"));
  const type = TYPES[format] ?? refuse("file_content_mismatch");
  if ((pages ?? 1) > 1) refuse("file_unreadable", { reason: "animated" });
  const pixels = width * (pageHeight ?? height);
  // Rounds up the found megapixels, so that a value slightly above the limit does not look equal to the limit.
  const found = Math.ceil(pixels / 100_000) / 10;
  if (pixels > pixelsMax) refuse("file_unreadable", { reason: "pixels", found });
  const picture = sharp(withEnd(bytes, ENDS[format]), {
    limitInputPixels: pixelsMax,
    failOn: "warning",
  });
  if (rewriteTo) {
    await picture
      .autoOrient()
      .toFormat(format, format === "jpeg" ? { quality: 90 } : {})
      .toFile(`${rewriteTo}.part`)
      .catch(() => refuse("file_unreadable"));
    await rename(`${rewriteTo}.part`, rewriteTo);
  } else {
    await picture.stats().catch(() => refuse("file_unreadable"));
  }
  return { type };
}

/** Appends a missing end marker to an image. An image whose pixel data is cut off stays broken. */
function withEnd(bytes: Buffer, end: Buffer | undefined): Buffer {
  return !end || bytes.subarray(-end.length).equals(end) ? bytes : Buffer.concat([bytes, end]);
}

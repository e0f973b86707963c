import { rename } from "node:fs/promises";
import sharp from "sharp";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

/** Some 50 megapixels: more than any camera a logo comes from, and 200 MB at most to decode. */
const PIXELS_MAX = 50_000_000;

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/**
 * A still image that decodes to its last pixel. Where the job says so it is re-encoded in the
 * same format, rotated as its EXIF data says and without any metadata: no location, no name.
 */
export async function checkImage({ path, rewriteTo }: CheckJob): Promise<Checked> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "warning" } as const;
  const { format, pages = 1 } = await sharp(path, { ...options, pages: -1 })
    .metadata()
    .catch(() => refuse("file_unreadable"));
  if (pages > 1) refuse("file_unreadable");
  const type = TYPES[format] ?? refuse("file_content_mismatch");
  if (rewriteTo) {
    await sharp(path, options)
      .autoOrient()
      .toFormat(format, format === "jpeg" ? { quality: 90 } : {})
      .toFile(`${rewriteTo}.part`)
      .catch(() => refuse("file_unreadable"));
    await rename(`${rewriteTo}.part`, rewriteTo);
  } else {
    await sharp(path, options)
      .stats()
      .catch(() => refuse("file_unreadable"));
  }
  return { type };
}

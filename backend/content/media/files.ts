import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import sharp from "sharp";
import type { Told } from "@/contract/content/editor-messages";
import {
  PICTURE_BYTES_MAX,
  PICTURE_MEGABYTES_MAX,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MIN,
  pictureFormat,
} from "@/contract/content/media";
import { unreadable, WrongFile } from "../wrong-file";

/** Name of the folder of content pictures, next to the language folders. */
export const MEDIA_FOLDER = "media";

/**
 * Returns the names of the files in the media folder, without hidden files. Returns an empty list if the folder does
 * not exist.
 */
export function mediaFiles(folder: string): string[] {
  try {
    const names = readdirSync(join(/*turbopackIgnore: true*/ folder, MEDIA_FOLDER));
    return names.filter((name) => !name.startsWith(".")).sort();
  } catch {
    return [];
  }
}

/** The displayed (upright) size of a picture, and a version that changes with its bytes. */
export type Measured = { width: number; height: number; version: string };

/** Access to the pictures of a content folder. Results are cached until a file changes. */
export type Media = {
  /** Returns the size and version of a picture, or null for a file that is not a valid picture. */
  measured: (name: string) => Promise<Measured | null>;
  /** Returns the bytes, version, and media type of a picture, or null if the file does not exist. */
  read: (name: string) => Promise<{ bytes: Buffer; version: string; type: string } | null>;
};

/** Opens the pictures of a content folder. Reports each unusable picture once, with `complain`. */
export function openMedia(folder: string, complain: (error: unknown) => void): Media {
  const known = new Map<string, { state: string; found: Promise<Measured | null> }>();
  return {
    async measured(name) {
      const { mtimeMs, size } = await stat(pathOf(folder, name)).catch(() => ({
        mtimeMs: 0,
        size: 0,
      }));
      const state = `${mtimeMs} ${size}`;
      const before = known.get(name);
      if (before?.state === state) return before.found;
      const found = measure(folder, name).catch((error) => {
        complain(error);
        return null;
      });
      known.set(name, { state, found });
      return found;
    },
    async read(name) {
      const format = pictureFormat(name);
      // Accepts only names of files in the media folder, so that no name can lead out of the folder.
      if (!format || !mediaFiles(folder).includes(name)) return null;
      const bytes = await readFile(pathOf(folder, name));
      return { bytes, version: versionOf(bytes), type: `image/${format}` };
    },
  };
}

/** Returns the size and version of a picture. Throws an error that explains why the picture is invalid. */
export async function measure(folder: string, name: string): Promise<Measured> {
  const wrong = (problem: Told) => new WrongFile(join(MEDIA_FOLDER, name), [problem]);
  const bytes = await readFile(pathOf(folder, name)).catch((error) => {
    throw wrong(unreadable(error));
  });
  if (bytes.length > PICTURE_BYTES_MAX) {
    throw wrong({ rule: "file_picture_heavy", values: { most: `${PICTURE_MEGABYTES_MAX}` } });
  }
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw wrong({ rule: "file_picture_none" });
    });
  if (format !== pictureFormat(name))
    throw wrong({ rule: "file_picture_format", values: { format, ending: extname(name) } });
  const { width, height } = autoOrient;
  const size = `${width} × ${height}`;
  if (Math.min(width, height) < PICTURE_SIDE_MIN) {
    throw wrong({ rule: "file_picture_small", values: { size, least: `${PICTURE_SIDE_MIN}` } });
  }
  if (width * height > PICTURE_PIXELS_MAX) {
    const most = `${PICTURE_PIXELS_MAX / 1e6}`;
    throw wrong({ rule: "file_picture_large", values: { size, most } });
  }
  return { width, height, version: versionOf(bytes) };
}

/** Decodes a picture completely. Throws for a truncated file, because browsers would show only its upper part. */
export async function decode(folder: string, name: string): Promise<void> {
  await sharp(pathOf(folder, name), { failOn: "warning", limitInputPixels: PICTURE_PIXELS_MAX })
    .stats()
    .catch(() => {
      throw new WrongFile(join(MEDIA_FOLDER, name), [{ rule: "file_picture_damaged" }]);
    });
}

function versionOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 12);
}

function pathOf(folder: string, name: string): string {
  return join(/*turbopackIgnore: true*/ folder, MEDIA_FOLDER, name);
}

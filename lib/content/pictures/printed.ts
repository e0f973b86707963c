import { createHash } from "node:crypto";
import { failure, unavailable } from "../../api/failure";
import { config } from "../../config";
import { LastUsed } from "../../last-used";
import type { Section } from "../../routes/sections";
import { turns } from "../../turns";
import {
  type AskedPicture,
  askedPicture,
  PICTURE_ORIGIN,
  pictureAddress,
  type Tint,
} from "../picture-address";
import type { Picture } from "./picture";
import { readSource, type Source } from "./source";

/** Renders a picture from a file's bytes. Returns null if the bytes are not a picture. */
export type Print = (
  bytes: Uint8Array,
  tint: Tint,
  width: number,
) => Promise<Uint8Array<ArrayBuffer> | null>;

type Kept = { version: string | null; hash: string; at: number; print: ReturnType<Print> };

/** Rendered pictures in memory, about 40 kB each, so that simultaneous requests share one rendering. */
const kept = new LastUsed<string, Kept>(200);

/**
 * Paths of missing pictures, with the time of the failed read. Requests for these paths do not reach the content
 * server.
 */
const missing = new LastUsed<string, number>(1_000);
/** Milliseconds for which a picture that could not be read counts as missing. */
const MISSING = 60_000;

/** Reads of pictures in progress, by key, so that simultaneous requests for one picture share one read. */
const reading = new Map<string, Promise<Kept | null>>();

/**
 * Limits of simultaneous reads and renderings of pictures. Each rendering occupies a processor and keeps all pixels in
 * memory.
 */
const reads = turns(16, 100);
const prints = turns(2, 100);
/** Milliseconds for which the site requests no pictures from WordPress after WordPress did not answer in time. */
const PAUSE = 5_000;
let slowUntil = 0;

/** Seconds for which caches keep a picture whose URL contains no version. */
const UNVERSIONED = 3600;

/**
 * Returns a content item's picture, rendered in black and the colour of a section of the site. Returns null if no
 * picture can be shown now.
 */
export async function printOf(picture: Picture, section: Section, width: number, print: Print) {
  const asked = askedPicture(new URL(pictureAddress(picture, section, width), PICTURE_ORIGIN));
  const known = asked && (await keptOf(asked, print).catch(() => null));
  return (await known?.print) ?? null;
}

/**
 * Returns the response with a picture: 404 if the picture does not exist, 503 if the content back end cannot be
 * reached.
 */
export async function printed(asked: AskedPicture | null, print: Print): Promise<Response> {
  if (!asked) return failure("not_found");
  try {
    const known = await keptOf(asked, print);
    const bytes = await known?.print;
    if (!known || !bytes) return failure("not_found");
    const isExact = asked.version !== undefined && asked.version === known.version;
    const age = isExact ? "31536000, immutable" : String(UNVERSIONED);
    return new Response(bytes, {
      headers: { "Content-Type": "image/webp", "Cache-Control": `public, max-age=${age}` },
    });
  } catch (error) {
    return unavailable(error);
  }
}

/** Returns a picture's address without its query. */
const placeOf = ({ origin, pathname }: URL) => origin + pathname;

async function keptOf(asked: AskedPicture, print: Print): Promise<Kept | null> {
  const { tint, width, source, version } = asked;
  const key = `${tint} ${width} ${placeOf(source)}`;
  const before = kept.get(key);
  if (before && (version ? before.version === version : isFresh(before))) return before;
  if (Date.now() - (missing.get(placeOf(source)) ?? 0) < MISSING) return null;
  const shared = reading.get(key) ?? readAndPrint(key, asked, print);
  reading.set(key, shared);
  try {
    return await shared;
  } finally {
    reading.delete(key);
  }
}

async function readAndPrint(key: string, asked: AskedPicture, print: Print): Promise<Kept | null> {
  const { tint, width, source } = asked;
  const read = await reads(() => readInTime(source));
  if (!read) {
    missing.set(placeOf(source), Date.now());
    return null;
  }
  const hash = createHash("sha256").update(read.bytes).digest("hex");
  // If the bytes have not changed since the last read, use the earlier rendering, so that URLs with invented versions
  // cause no rendering.
  const same = kept.get(key);
  const shown = same?.hash === hash ? same.print : prints(() => print(read.bytes, tint, width));
  const now = { version: read.version, hash, at: Date.now(), print: shown };
  kept.set(key, now);
  // Do not keep a failed rendering, such as one that was rejected because too many requests wait.
  await shown.catch((error) => {
    kept.delete(key);
    throw error;
  });
  return now;
}

async function readInTime(source: URL): Promise<Source | null> {
  if (Date.now() < slowUntil) throw new Error("the content did not answer in time a moment ago");
  try {
    return await readSource(source);
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      slowUntil = Date.now() + PAUSE;
    }
    throw error;
  }
}

function isFresh({ at }: Kept): boolean {
  return Date.now() - at < config.content.revalidate * 1000;
}

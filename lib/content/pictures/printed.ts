import { createHash } from "node:crypto";
import { failure, unavailable } from "../../api/failure";
import { config } from "../../config";
import { LastUsed } from "../../last-used";
import type { Section } from "../../routes/sections";
import {
  type AskedPicture,
  askedPicture,
  PICTURE_ORIGIN,
  type Picture,
  pictureAddress,
} from "./picture";
import { readSource, type Source } from "./source";

/** Renders a picture from a file's bytes. Null when the bytes are not a picture. */
export type Print = (
  bytes: Uint8Array,
  section: Section,
  width: number,
) => Promise<Uint8Array<ArrayBuffer> | null>;

type Kept = { version: string | null; hash: string; at: number; print: ReturnType<Print> };

/** Rendered pictures in memory, about 40 kB each: many simultaneous requests share one rendering. */
const kept = new LastUsed<string, Kept>(200);

/** Paths of missing pictures and the time of the failed read. Requests for them do not reach the content server. */
const missing = new LastUsed<string, number>(1_000);
/** Milliseconds for which a picture counts as missing. */
const MISSING = 60_000;

/** Reads in progress, by key: simultaneous requests for one picture share one read. */
const reading = new Map<string, Promise<Kept | null>>();

/** The number of simultaneous reads and renderings. Each rendering occupies a processor and holds all pixels in memory. */
const reads = turns(16);
const prints = turns(2);
/** The queue length above which further requests are rejected. */
const WAITING_MAX = 100;
/** Milliseconds without picture requests after WordPress did not answer in time. */
const PAUSE = 5_000;
let slowUntil = 0;

/** Seconds that caches keep a picture whose URL names no version. */
const UNVERSIONED = 3600;

/** Returns an item's picture in a section's colors. Null when there is no picture to show now. */
export async function printOf(picture: Picture, section: Section, width: number, print: Print) {
  const asked = askedPicture(new URL(pictureAddress(picture, section, width), PICTURE_ORIGIN));
  const known = asked && (await keptOf(asked, print).catch(() => null));
  return (await known?.print) ?? null;
}

/** Returns the response with a picture: 404 when there is no picture, 503 while the content cannot be reached. */
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

async function keptOf(asked: AskedPicture, print: Print): Promise<Kept | null> {
  const { section, width, source, version } = asked;
  const key = `${section} ${width} ${source.pathname}`;
  const before = kept.get(key);
  if (before && (version ? before.version === version : isFresh(before))) return before;
  if (Date.now() - (missing.get(source.pathname) ?? 0) < MISSING) return null;
  const shared = reading.get(key) ?? readAndPrint(key, asked, print);
  reading.set(key, shared);
  try {
    return await shared;
  } finally {
    reading.delete(key);
  }
}

async function readAndPrint(key: string, asked: AskedPicture, print: Print): Promise<Kept | null> {
  const { section, width, source } = asked;
  const read = await reads(() => readInTime(source));
  if (!read) {
    missing.set(source.pathname, Date.now());
    return null;
  }
  const hash = createHash("sha256").update(read.bytes).digest("hex");
  // Render the same bytes once, so that URLs with invented versions cost no rendering.
  const same = kept.get(key);
  const shown = same?.hash === hash ? same.print : prints(() => print(read.bytes, section, width));
  const now = { version: read.version, hash, at: Date.now(), print: shown };
  kept.set(key, now);
  // Do not cache a picture that was rejected because the queue was full.
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

/** Limits concurrent work to `atOnce`, in the order of arrival. */
function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.length < WAITING_MAX) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new Error("too many pictures are pending");
    try {
      return await work();
    } finally {
      // Hand the slot directly to the next in the queue, so that no newcomer takes the slot first.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function isFresh({ at }: Kept): boolean {
  return Date.now() - at < config.content.revalidate * 1000;
}

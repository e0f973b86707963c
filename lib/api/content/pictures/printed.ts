import { createHash } from "node:crypto";
import { config } from "../../../config";
import { LastUsed } from "../../../last-used";
import type { Section } from "../../../routes/sections";
import { failure, unavailable } from "../../failure";
import {
  type AskedPicture,
  askedPicture,
  PICTURE_ORIGIN,
  type Picture,
  pictureAddress,
} from "./picture";
import { readSource, type Source } from "./source";

/** Makes what is shown of a file's bytes; null where they are no picture. */
export type Print = (
  bytes: Uint8Array,
  section: Section,
  width: number,
) => Promise<Uint8Array<ArrayBuffer> | null>;

type Kept = { version: string | null; hash: string; at: number; print: ReturnType<Print> };

/** Pictures kept in memory, some 40 kB each on average: many who ask at once cost one print. */
const kept = new LastUsed<string, Kept>(200);

/** Pictures that are not there, by path, and since when: those who ask for them do not reach the content. */
const missing = new LastUsed<string, number>(1_000);
/** Milliseconds for which one is taken to be missing still. */
const MISSING = 60_000;

/** What is being read, by what was asked: many who ask at once make one reading. */
const reading = new Map<string, Promise<Kept | null>>();

/** How many files are read, and how many printed, at the same time: each print takes a processor and its pixels' memory. */
const reads = turns(16);
const prints = turns(2);
/** How many wait for a turn before others are turned away. */
const WAITING_MAX = 100;
/** Milliseconds for which a WordPress that did not answer in time is not asked for another picture. */
const PAUSE = 5_000;
let slowUntil = 0;

/** Seconds that a picture may be kept whose address does not name its version. */
const UNVERSIONED = 3600;

/** An item's picture in a section's inks; null where there is none to show now. */
export async function printOf(picture: Picture, section: Section, width: number, print: Print) {
  const asked = askedPicture(new URL(pictureAddress(picture, section, width), PICTURE_ORIGIN));
  const known = asked && (await keptOf(asked, print).catch(() => null));
  return (await known?.print) ?? null;
}

/** The response with a picture: a 404 where there is none to show, a 503 while the content cannot be reached. */
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
  // The same bytes are printed once, whatever version an address invents.
  const same = kept.get(key);
  const shown = same?.hash === hash ? same.print : prints(() => print(read.bytes, section, width));
  const now = { version: read.version, hash, at: Date.now(), print: shown };
  kept.set(key, now);
  // What was not printed for want of a turn is no picture to keep.
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

/** Runs works, so many at once, in the order they come. */
function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.length < WAITING_MAX) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new Error("too many pictures are waited for");
    try {
      return await work();
    } finally {
      // A turn is handed over, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function isFresh({ at }: Kept): boolean {
  return Date.now() - at < config.content.revalidate * 1000;
}

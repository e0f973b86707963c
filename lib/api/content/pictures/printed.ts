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
import { readSource } from "./source";

/** Makes what is shown of a file's bytes; null where they are no picture. */
export type Print = (
  bytes: Uint8Array,
  section: Section,
  width: number,
) => Promise<Uint8Array<ArrayBuffer> | null>;

type Kept = { version: string | null; hash: string; at: number; print: ReturnType<Print> };

/** Pictures kept in memory, some 40 kB each on average: many who ask at once cost one print. */
const kept = new LastUsed<string, Kept>(200);

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
  const read = await readSource(source);
  if (!read) return null;
  const hash = createHash("sha256").update(read.bytes).digest("hex");
  // Read meanwhile for somebody else, or an invented version: the same bytes are printed once.
  const same = kept.get(key);
  const shown = same?.hash === hash ? same.print : print(read.bytes, section, width);
  const now = { version: read.version, hash, at: Date.now(), print: shown };
  kept.set(key, now);
  return now;
}

function isFresh({ at }: Kept): boolean {
  return Date.now() - at < config.content.revalidate * 1000;
}

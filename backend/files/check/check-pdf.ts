import { readFile } from "node:fs/promises";
import type { Checked, CheckJob } from "./check-job.ts";
import { pdfLeaves } from "./pdf-leaves.ts";
import { refuse } from "./refusal.ts";

/** The largest object number (ISO 32000-1, annex C): no table has to list more. */
const OBJECTS_MAX = 8_388_607;

/** Pages that are counted: enough to say how many there are too many. */
const COUNTED_MAX = 5000;

/** A PDF that opens without a password, with at most the allowed pages, each of them readable. */
export async function checkPdf({ path, slidesMax }: CheckJob): Promise<Checked> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const bytes = await readFile(path);
  if (listsTooMuch(bytes)) refuse("file_unreadable", { reason: "heavy" });
  // Before pdf.js, which takes the bytes away.
  const tree = slidesMax === null ? null : pdfLeaves(bytes, COUNTED_MAX);
  const loading = getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true,
    useSystemFonts: false,
  });
  const document = await loading.promise.catch(({ name }: Error) =>
    refuse("file_unreadable", name === "PasswordException" ? { reason: "password" } : undefined),
  );
  // pdf.js stops at a page that the tree names twice; other readers show it twice.
  const pages = tree?.isRepeated ? tree.pages : document.numPages;
  if (pages < 1) refuse("file_unreadable", { reason: "no_slides" });
  const found = Math.max(pages, tree?.pages ?? 0);
  if (slidesMax !== null && found > slidesMax) refuse("file_too_many_slides", { found });
  // The catalogue's count is only a claim: the pages have to exist.
  for (let page = 1; page <= Math.min(document.numPages, slidesMax ?? 1); page++) {
    await document.getPage(page).catch((error) => {
      if (!(tree?.isRepeated && String(error).includes("circular"))) refuse("file_unreadable");
    });
  }
  if (slidesMax === null) return { type: "application/pdf" };
  const { info } = await document.getMetadata();
  // Its cover is all that a browser shows: the documents in it would not be read.
  if ("IsCollectionPresent" in info && info.IsCollectionPresent)
    refuse("file_unreadable", { reason: "portfolio" });
  return { type: "application/pdf", pages };
}

/**
 * Whether the sections of a cross-reference stream (`/Index [first count …]`) claim more objects than
 * there can be: a few bytes that would keep a reader busy for a long time.
 */
function listsTooMuch(bytes: Buffer): boolean {
  for (let at = bytes.indexOf("/Index"); at >= 0; at = bytes.indexOf("/Index", at)) {
    const end = bytes.indexOf("]", at);
    if (end < 0) return false;
    const [, sections] = /^\/Index\s*\[([\d\s]*)$/.exec(bytes.toString("latin1", at, end)) ?? [];
    const counts = (sections?.match(/\d+/g) ?? []).filter((_, place) => place % 2 === 1);
    if (counts.reduce((sum, count) => sum + Number(count), 0) > OBJECTS_MAX) return true;
    at = end;
  }
  return false;
}

import { readFile } from "node:fs/promises";
import type { Checked, CheckJob } from "./check-job.ts";
import { pdfLeaves } from "./pdf-leaves.ts";
import { refuse } from "./refusal.ts";

/**
 * The largest PDF object number (ISO 32000-1, annex C). No valid cross-reference table lists more objects.
 */
const OBJECTS_MAX = 8_388_607;

/** Maximum number of PDF pages to count: enough to report by how many pages the file exceeds the limit. */
const COUNTED_MAX = 5000;

/** Accepts a PDF that opens without a password and has at most the allowed number of readable pages. */
export async function checkPdf({ path, slidesMax }: CheckJob): Promise<Checked> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const bytes = await readFile(path);
  if (listsTooMuch(bytes)) refuse("file_unreadable", { reason: "heavy" });
  // Counts the pages before pdf.js runs, because pdf.js takes over the buffer and leaves it empty.
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
  // If the page tree contains a page twice, pdf.js shows the page once, but other readers show it twice. So the tree
  // decides the count.
  const pages = tree?.isRepeated ? tree.pages : document.numPages;
  if (pages < 1) refuse("file_unreadable", { reason: "no_slides" });
  const found = Math.max(pages, tree?.pages ?? 0);
  if (slidesMax !== null && found > slidesMax) refuse("file_too_many_slides", { found });
  // The page count in the PDF's catalog is an unverified claim, so the check opens each page.
  for (let page = 1; page <= Math.min(document.numPages, slidesMax ?? 1); page++) {
    await document.getPage(page).catch((error) => {
      if (!(tree?.isRepeated && String(error).includes("circular"))) refuse("file_unreadable");
    });
  }
  if (slidesMax === null) return { type: "application/pdf" };
  const { info } = await document.getMetadata();
  // A browser shows only the cover page of a PDF portfolio, so evaluators could not read the documents inside.
  if ("IsCollectionPresent" in info && info.IsCollectionPresent)
    refuse("file_unreadable", { reason: "portfolio" });
  return { type: "application/pdf", pages };
}

/**
 * Reports whether a PDF's cross-reference streams (`/Index [first count …]`) claim more objects than possible. Such a
 * claim takes a few bytes, but keeps a reader busy for a long time.
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

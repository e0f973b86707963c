import { readFile } from "node:fs/promises";
import type { Checked, CheckJob } from "./check-content.ts";
import { refuse } from "./refusal.ts";

/** A PDF that opens without a password, with at most the allowed pages, each of them readable. */
export async function checkPdf({ path, slidesMax }: CheckJob): Promise<Checked> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const bytes = await readFile(path);
  const loading = getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true,
    useSystemFonts: false,
  });
  const document = await loading.promise.catch(() => refuse("file_unreadable"));
  const pages = document.numPages;
  if (pages < 1) refuse("file_unreadable");
  if (slidesMax !== null && pages > slidesMax) refuse("file_too_many_slides");
  // The catalogue's count is only a claim: what it counts has to be there.
  for (let page = 1; page <= Math.min(pages, slidesMax ?? 1); page++) {
    await document.getPage(page).catch(() => refuse("file_unreadable"));
  }
  return { type: "application/pdf", ...(slidesMax !== null && { pages }) };
}

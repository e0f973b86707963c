import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf";

export type Deck = { document: PDFDocumentProxy; pages: PDFPageProxy[] };

/** Path of the PDF worker script and of the data files that some PDFs need (lib/content/pdf-data.ts). */
const DATA = "/api/pdf";

/**
 * Opens a PDF for drawing. Loads the library on demand and its worker from this site. Draws pages as pictures only, and
 * never runs scripts, forms, or links of the PDF. Throws the errors of pdf.js for broken or password-protected files.
 */
export async function openDeck(bytes: ArrayBuffer): Promise<Deck> {
  const reader = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const base = window.location.origin + DATA;
  // The version in the URL prevents the browser from using a cached worker of an older build, which would not work.
  const worker = `${base}/legacy/build/pdf.worker.min.mjs?v=${reader.version}`;
  reader.GlobalWorkerOptions.workerSrc = worker;
  const document = await reader.getDocument({
    data: bytes,
    cMapUrl: `${base}/cmaps/`,
    standardFontDataUrl: `${base}/standard_fonts/`,
    iccUrl: `${base}/iccs/`,
    wasmUrl: `${base}/wasm/`,
    enableXfa: false,
  }).promise;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const found = await Promise.allSettled(numbers.map((number) => document.getPage(number)));
  const pages = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const [failed] = found.filter((one) => one.status === "rejected");
  // pdf.js fails at a page that a PDF references twice. The other pages are still shown, so fail only if no page loads.
  if (failed && pages.length === 0) throw failed.reason;
  return { document, pages };
}

/** Returns the text of a PDF page in drawing order. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const words = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
  return words.join("").trim();
}

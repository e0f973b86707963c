import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/types/src/pdf";

export type Deck = { document: PDFDocumentProxy; pages: PDFPageProxy[] };

/** Where the site serves the worker, and the assets some PDFs need (lib/api/content/pdf-data.ts). */
const DATA = "/api/pdf";

/**
 * Opens a PDF for drawing. The library is loaded on demand, its worker comes from this site,
 * and nothing a PDF carries is ever run: no scripts, no forms, no links, only pages as pictures.
 * Throws what pdf.js throws for files that are broken or locked.
 */
export async function openDeck(bytes: ArrayBuffer): Promise<Deck> {
  const reader = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const base = window.location.origin + DATA;
  // The version in the URL: a worker cached from an older build would refuse to work with this one.
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
  // pdf.js stops at a page that the file names twice: those before it can be read.
  if (failed && pages.length === 0) throw failed.reason;
  return { document, pages };
}

/** The words of a page, in the order in which they are drawn. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const words = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
  return words.join("").trim();
}

/** The reader's worker, which pdfjs-dist ships without types. It is only passed on. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";

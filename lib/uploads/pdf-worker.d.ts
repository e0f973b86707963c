/** The pdf.js worker, which pdfjs-dist ships without types. This code only passes it on. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";

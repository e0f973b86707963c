/** The pdf.js worker, which pdfjs-dist ships without types. The code only passes the worker to pdf.js. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";

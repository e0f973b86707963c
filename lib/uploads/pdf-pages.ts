/** Bytes per read of a PDF. Only a few chunks of this size contain the page count. */
const PIECE = 1 << 18;

/**
 * Counts the pages of a PDF. Reads only the few chunks of the file that contain the count. Null when the PDF cannot be
 * opened.
 */
export async function pdfPages(file: File): Promise<number | null> {
  const [pdf, worker] = await Promise.all([
    import("pdfjs-dist/legacy/build/pdf.mjs"),
    import("pdfjs-dist/legacy/build/pdf.worker.mjs"),
  ]);
  // Run pdf.js on the main thread. Counting pages needs little time, and the page's content security policy then needs
  // no worker-src.
  Object.assign(globalThis, { pdfjsWorker: worker });
  const first = new Uint8Array(await file.slice(0, PIECE).arrayBuffer());
  const range = new (class extends pdf.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      void file
        .slice(begin, end)
        .arrayBuffer()
        .then((piece) => this.onDataRange(begin, new Uint8Array(piece)))
        // Stop counting if the browser can no longer read the file. The upload will be rejected too.
        .catch(() => loading.destroy());
    }
  })(file.size, first);
  const loading = pdf.getDocument({
    range,
    rangeChunkSize: PIECE,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    return (await loading.promise).numPages;
  } catch {
    return null;
  } finally {
    void loading.destroy();
  }
}

/** Bytes read at a time: the page count is in few of them. */
const PIECE = 1 << 18;

/** Pages of a PDF, from the few chunks of the file that hold the count; null when it cannot be opened. */
export async function pdfPages(file: File): Promise<number | null> {
  const [pdf, worker] = await Promise.all([
    import("pdfjs-dist/legacy/build/pdf.mjs"),
    import("pdfjs-dist/legacy/build/pdf.worker.mjs"),
  ]);
  // Counting is little work: on the main thread it needs no worker-src in the page's policy.
  Object.assign(globalThis, { pdfjsWorker: worker });
  const first = new Uint8Array(await file.slice(0, PIECE).arrayBuffer());
  const range = new (class extends pdf.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      void file
        .slice(begin, end)
        .arrayBuffer()
        .then((piece) => this.onDataRange(begin, new Uint8Array(piece)))
        // A file that can no longer be read is refused when it is sent.
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

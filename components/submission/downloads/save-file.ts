/** The part of the File System Access API that this module uses. Not every browser supports the API. */
type SavePicker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;

export type Sink = {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  /** Completes the downloaded file. `name` is the file name that the server sends. */
  finish: (name: string) => Promise<void> | void;
  /** Deletes the incomplete file of a cancelled or failed download. */
  abandon: () => Promise<void> | void;
};

/**
 * Opens a destination for a large download: a file that the user chooses, if the browser supports this. Otherwise the
 * browser collects the data in blobs and saves the complete file in the downloads folder. Returns null if the user
 * cancels.
 */
export async function openSink(suggestedName: string): Promise<Sink | null> {
  const picker = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!picker) return blobSink();
  try {
    const handle = await picker.call(window, { suggestedName });
    const writer = (await handle.createWritable()).getWriter();
    return {
      write: (chunk) => writer.write(chunk),
      finish: () => writer.close(),
      abandon: () => writer.abort(),
    };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") return null;
    return blobSink();
  }
}

/** Bytes per blob of a download. Browsers move blobs of a few megabytes from memory to disk. */
const PART = 16_000_000;

export function blobSink(): Sink {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  function pack() {
    parts.push(new Blob(chunks));
    chunks = [];
    size = 0;
  }
  return {
    write(chunk) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= PART) pack();
    },
    finish(name) {
      pack();
      saveBlob(new Blob(parts), name);
    },
    abandon() {
      parts.length = 0;
      chunks = [];
    },
  };
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Release the file's memory only after a minute, because the browser must first read the file to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the file name that the server sends for a download; returns `otherwise` if the server sends no name. */
export function nameOf(response: Response, otherwise: string): string {
  const header = response.headers.get("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(header)?.[1] ?? otherwise;
}

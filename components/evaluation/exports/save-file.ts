/** The part of the File System Access API used here; not every browser has it. */
type SavePicker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;

export type Sink = {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  /** The file is whole. `name` is what the server calls it. */
  finish: (name: string) => Promise<void> | void;
  /** Nothing half-written is left behind. */
  abandon: () => Promise<void> | void;
};

/**
 * Where large files go: straight to disk, to a place the person chooses, where the browser supports it;
 * otherwise into the browser's own storage and from there to the downloads. Null when the person cancelled.
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

/** Bytes kept as blobs of a few megabytes, which browsers move from memory to disk. */
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
  // Long enough for the browser to have started reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name the server gives a download. */
export function nameOf(response: Response, otherwise: string): string {
  const header = response.headers.get("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(header)?.[1] ?? otherwise;
}

import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { ERRORS } from "@tus/server";
import { buffersPassed } from "./free-buffers";

/** Number of bytes per write to disk, and maximum number of bytes that wait to be written. */
const BLOCK = 512 * 1024;
const WAITING_MAX = 2 * 1024 * 1024;
/**
 * Number of bytes after which received data is flushed to disk while more data arrives, so that little remains to flush
 * at the end.
 */
const SYNC_EVERY = 16 * 1024 * 1024;
/** Number of uploads whose hash is kept in memory. A new upload replaces the oldest. */
const KEPT = 1000;

/** State of an upload, known only to the process that received all its bytes so far. */
type Arrived = {
  hash: Hash;
  bytes: number;
  /**
   * Modification time of the upload's file after this process wrote its last byte. A different time means that another
   * process wrote to the file.
   */
  changedAt: number;
  /** Start time of the transfer in milliseconds, and number of bytes that are not flushed to disk. */
  since: number;
  unsynced: number;
  syncing: Promise<void> | null;
  broken: boolean;
};

type Body = ReadableStream<Uint8Array> | null;
type Place = {
  path: string;
  offset: number;
  max: number;
  signal: AbortSignal;
  /**
   * Reports whether this process is still the upload's writer, because another process can take over the upload.
   */
  isMine?: () => Promise<boolean>;
};

/**
 * Creates the receiver of upload bytes, which writes the bytes to their file and hashes them while they arrive. So the
 * file need not be read again. The hash is only an optimization: after a restart, or if another process wrote to the
 * file, the file is read.
 */
export function createReceiver() {
  const known = new Map<string, Arrived>();

  /**
   * Writes up to `max` bytes of a request body to the upload's file, starting at `offset`. Returns the offset after the
   * last byte.
   */
  async function receive(id: string, body: Body, place: Place): Promise<number> {
    const handle = await open(place.path, "r+").catch(() => {
      throw ERRORS.FILE_WRITE_ERROR;
    });
    let leaveOpen = false;
    try {
      if (place.isMine && !(await place.isMine())) throw ERRORS.INVALID_OFFSET;
      const arrived = await resume(id, handle, place.offset);
      const end = await takeAll(body, handle, place, arrived).catch((error) => {
        // After a write error, the number of bytes on disk is unknown, so the hash is discarded.
        if (error !== ERRORS.ABORTED) known.delete(id);
        throw error;
      });
      const { mtimeMs, ino } = await handle.stat();
      arrived.changedAt = mtimeMs;
      // Another process has replaced the file with a copy that lacks the bytes received here, so refuse the request.
      if ((await stat(place.path).catch(() => null))?.ino !== ino) {
        known.delete(id);
        throw ERRORS.INVALID_OFFSET;
      }
      leaveOpen = syncBehind(arrived, handle);
      return end;
    } finally {
      if (!leaveOpen) await handle.close();
    }
  }

  /**
   * Returns the state of an upload that continues at `offset`. Returns a new state if this process has not received all
   * earlier bytes.
   */
  async function resume(id: string, handle: FileHandle, offset: number): Promise<Arrived> {
    const before = known.get(id);
    if (before?.bytes === offset && before.changedAt === (await handle.stat()).mtimeMs) {
      return before;
    }
    const arrived: Arrived = {
      hash: createHash("sha256"),
      bytes: 0,
      changedAt: 0,
      since: Date.now(),
      unsynced: 0,
      syncing: null,
      broken: false,
    };
    known.delete(id);
    const [oldest] = known.keys();
    if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
    if (offset === 0) known.set(id, arrived);
    return arrived;
  }

  /** Returns the SHA-256 (hex) of the upload if all its `size` bytes passed through this process; otherwise null. */
  async function hashOf(id: string, path: string, size: number): Promise<string | null> {
    const arrived = known.get(id);
    if (arrived?.bytes !== size || (await stat(path)).mtimeMs !== arrived.changedAt) return null;
    return arrived.hash.copy().digest("hex");
  }

  /** Waits for the running flush to disk, and reports whether it succeeded. */
  async function settled(id: string): Promise<boolean> {
    const arrived = known.get(id);
    await arrived?.syncing;
    if (arrived?.broken) known.delete(id);
    return !arrived?.broken;
  }

  /**
   * Returns the milliseconds in which the given number of bytes will arrive at the upload's average rate. Null if the
   * rate is unknown.
   */
  function timeFor(id: string, bytes: number): number | null {
    const arrived = known.get(id);
    return arrived?.bytes ? ((Date.now() - arrived.since) / arrived.bytes) * bytes : null;
  }

  return { receive, hashOf, settled, timeFor, forget: (id: string) => known.delete(id) };
}

/** Reads the request body to its end and writes it in blocks. A block is written while the next block arrives. */
async function takeAll(body: Body, handle: FileHandle, place: Place, arrived: Arrived) {
  let waiting: Uint8Array[] = [];
  let gathered = 0;
  let taken = 0;
  let at = place.offset;
  let writing: Promise<void> | null = null;
  let failed = false;

  function write() {
    const [chunks, position, size] = [waiting, at, gathered];
    at += gathered;
    waiting = [];
    gathered = 0;
    writing = writeAll(handle, chunks, position).then(
      () => {
        writing = null;
        buffersPassed(size);
      },
      () => {
        failed = true;
      },
    );
  }

  async function flush() {
    await writing;
    if (gathered > 0 && !failed) write();
    await writing;
    if (failed) throw ERRORS.FILE_WRITE_ERROR;
  }

  for await (const chunk of chunksOf(body, place.signal)) {
    if (chunk === "broken") {
      // After an error, keeps the received bytes, because the client asks for their number and resumes at that offset.
      await flush();
      arrived.changedAt = (await handle.stat()).mtimeMs;
      throw ERRORS.ABORTED;
    }
    taken += chunk.byteLength;
    if (taken > place.max) {
      await flush();
      throw ERRORS.ERR_MAX_SIZE_EXCEEDED;
    }
    arrived.hash.update(chunk);
    arrived.bytes += chunk.byteLength;
    arrived.unsynced += chunk.byteLength;
    waiting.push(chunk);
    gathered += chunk.byteLength;
    if (failed || gathered >= WAITING_MAX) await flush();
    if (!writing && gathered >= BLOCK) write();
  }
  await flush();
  return at;
}

/**
 * Yields the chunks of a request body, and `broken` if the connection fails. Ends without an error if `signal` aborts
 * the transfer.
 */
async function* chunksOf(body: Body, signal: AbortSignal) {
  if (signal.aborted) throw ERRORS.ABORTED;
  if (!body) return;
  const reader = body.getReader();
  // Releases the reader without canceling the request, because the response must still use the request's connection.
  const stop = () => reader.releaseLock();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    if (!signal.aborted) yield "broken" as const;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks, position);
  let rest = Buffer.concat(sliceFrom(chunks, bytesWritten));
  for (let at = position + bytesWritten; rest.length > 0; ) {
    const more = await handle.write(rest, 0, rest.length, at);
    at += more.bytesWritten;
    rest = rest.subarray(more.bytesWritten);
  }
}

/**
 * Returns the bytes that a write did not store: all bytes after the first `bytes`. Usually empty.
 */
function sliceFrom(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(skip, chunk.byteLength);
    skip -= skipped;
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)];
  });
}

/**
 * Flushes the upload's file to disk in the background, if enough bytes have arrived since the last flush. Returns true
 * if a flush started. That flush uses the file handle and then closes it.
 */
function syncBehind(arrived: Arrived, handle: FileHandle): boolean {
  if (arrived.syncing || arrived.unsynced < SYNC_EVERY) return false;
  arrived.unsynced = 0;
  arrived.syncing = handle
    .datasync()
    .finally(() => handle.close())
    .then(
      () => {
        arrived.syncing = null;
      },
      () => {
        // Only record the failed flush here. The code that finishes the upload reports the failure.
        arrived.broken = true;
      },
    );
  return true;
}

import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { ERRORS } from "@tus/server";
import { buffersPassed } from "./free-buffers";

/** Bytes gathered for one write, and how many may wait for it. */
const BLOCK = 512 * 1024;
const WAITING_MAX = 2 * 1024 * 1024;
/** Bytes after which they are flushed to disk while more arrive, leaving little to wait for at the end. */
const SYNC_EVERY = 16 * 1024 * 1024;
/** How many uploads' hashes are kept; the oldest gives way to a new one. */
const KEPT = 1000;

/** What this process knows of an upload's bytes because all of them passed through it. */
type Arrived = {
  hash: Hash;
  bytes: number;
  /** The file's mtime after the last byte: a different one means that somebody else wrote. */
  changedAt: number;
  /** Since when bytes have been arriving, ms, and how many wait for the disk. */
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
  /** Whether the file that is open now may be written. */
  isMine?: () => Promise<boolean>;
};

/**
 * Makes the part of uploads that receives bytes: it writes them where they belong and hashes them on
 * the way, so that at the end nobody has to reread the file. What it knows is only a shortcut:
 * after a restart, or when another process wrote, the hash is unknown and the file is read.
 */
export function createReceiver() {
  const known = new Map<string, Arrived>();

  /** Takes up to `max` bytes of a body into the file, from `offset` on; the offset after the last. */
  async function receive(id: string, body: Body, place: Place): Promise<number> {
    const handle = await open(place.path, "r+").catch(() => {
      throw ERRORS.FILE_WRITE_ERROR;
    });
    let leaveOpen = false;
    try {
      if (place.isMine && !(await place.isMine())) throw ERRORS.INVALID_OFFSET;
      const arrived = await resume(id, handle, place.offset);
      const end = await takeAll(body, handle, place, arrived).catch((error) => {
        // Nobody can say how much of it is on the disk.
        if (error !== ERRORS.ABORTED) known.delete(id);
        throw error;
      });
      const { mtimeMs, ino } = await handle.stat();
      arrived.changedAt = mtimeMs;
      // Another process has gone on with a copy meanwhile: what came since is not in it.
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

  /** What is known of an upload that goes on at `offset`; from its first byte on, everything. */
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

  /** SHA-256 (hex) of the whole upload, if all its `size` bytes passed through here; else null. */
  async function hashOf(id: string, path: string, size: number): Promise<string | null> {
    const arrived = known.get(id);
    if (arrived?.bytes !== size || (await stat(path)).mtimeMs !== arrived.changedAt) return null;
    return arrived.hash.copy().digest("hex");
  }

  /** Waits for the flush in progress, and says whether it went well. */
  async function settled(id: string): Promise<boolean> {
    const arrived = known.get(id);
    await arrived?.syncing;
    if (arrived?.broken) known.delete(id);
    return !arrived?.broken;
  }

  /** Milliseconds until that many more bytes arrive, at the rate so far; null when unknown. */
  function timeFor(id: string, bytes: number): number | null {
    const arrived = known.get(id);
    return arrived?.bytes ? ((Date.now() - arrived.since) / arrived.bytes) * bytes : null;
  }

  return { receive, hashOf, settled, timeFor, forget: (id: string) => known.delete(id) };
}

/** Reads the body to its end and writes it in blocks, one being written while the next arrives. */
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
      // What has arrived stays: the client asks how much that is, and resumes from there.
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

/** The chunks of a body; "broken" where it ends prematurely. An aborted call just ends. */
async function* chunksOf(body: Body, signal: AbortSignal) {
  if (signal.aborted) throw ERRORS.ABORTED;
  if (!body) return;
  const reader = body.getReader();
  // The request itself stays intact: an answer still has to leave on its connection.
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

/** What is left of the chunks after the first `count` bytes: nothing, as a rule. */
function sliceFrom(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(skip, chunk.byteLength);
    skip -= skipped;
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)];
  });
}

/** Flushes to disk in the background. True when it keeps the handle. */
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
        // Reported only here: whoever finishes the upload has to know.
        arrived.broken = true;
      },
    );
  return true;
}

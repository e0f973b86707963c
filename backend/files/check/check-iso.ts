import type { FileHandle } from "node:fs/promises";
import { refuse } from "./refusal.ts";

/** Maximum number of bytes of a video's index to read. Hours of video need a tenth of this limit. */
const INDEX_MAX = 32 * 1024 * 1024;

/**
 * Handler types of the picture and sound tracks in an ISO media file. Other tracks (subtitles, chapters, time codes,
 * data) can be longer than the video.
 */
const PLAYED = ["vide", "soun"];

/**
 * Returns the seconds of picture and sound in an ISO media file, calculated from each track's sample tables and edit
 * list. The durations in the headers are unverified claims. Returns 0 without sample tables (fragmented files).
 */
export async function isoSeconds(file: FileHandle, size: number): Promise<number> {
  const header = Buffer.alloc(16);
  let seconds = 0;
  for (let at = 0; at + 8 <= size; ) {
    await file.read(header, 0, 16, at);
    const { length, start } = boxAt(header, 0, size - at);
    if (length < start) break;
    if (header.toString("latin1", 4, 8) === "moov") {
      if (length > INDEX_MAX) refuse("file_unreadable");
      const { buffer } = await file.read(
        Buffer.alloc(length - start),
        0,
        length - start,
        at + start,
      );
      seconds = Math.max(seconds, longestTrack(buffer));
    }
    at += length;
  }
  return seconds;
}

function longestTrack(movie: Buffer): number {
  const [head] = boxes(movie, "mvhd");
  const scale = head ? timescale(head) : 0;
  const tracks = boxes(movie, "trak").map((track) => {
    const [media] = boxes(track, "mdia");
    const [clock] = media ? boxes(media, "mdhd") : [];
    const [handler] = media ? boxes(media, "hdlr") : [];
    const [table] = media ? boxes(media, "minf", "stbl", "stts") : [];
    if (!clock || !table || !PLAYED.includes(handler?.toString("latin1", 8, 12) ?? "")) return 0;
    const units = entries(table, 8).reduce(
      (sum, entry) => sum + entry.readUInt32BE(0) * entry.readUInt32BE(4),
      0,
    );
    const whole = units / (timescale(clock) || 1);
    const [edits] = boxes(track, "edts", "elst");
    return edits && scale > 0 ? edited(edits, scale, whole) : whole;
  });
  return Math.max(0, ...tracks);
}

/**
 * Returns the seconds that a video track plays according to its edit list: a list of pauses and of parts of the track.
 * The list can contain a part several times.
 */
function edited(edits: Buffer, scale: number, whole: number): number {
  const isLong = edits[0] === 1;
  const list = entries(edits, isLong ? 20 : 12);
  if (list.length === 0) return whole;
  return list.reduce((sum, entry) => {
    const units = isLong ? Number(entry.readBigUInt64BE(0)) : entry.readUInt32BE(0);
    const from = isLong ? Number(entry.readBigInt64BE(8)) : entry.readInt32BE(4);
    // A part in a track's edit list cannot be longer than the track. A part without a length is as long as the
    // track.
    const part = units === 0 ? whole : Math.min(units / scale, whole);
    return sum + (from < 0 ? units / scale : part);
  }, 0);
}

/** Returns the time units per second of a video file or a video track. */
const timescale = (head: Buffer): number => {
  const at = head[0] === 1 ? 20 : 12;
  return head.length >= at + 4 ? head.readUInt32BE(at) : 0;
};

/**
 * Returns the entries of an ISO media box that starts with the number of its entries. Returns no more entries than the
 * box contains.
 */
function entries(box: Buffer, size: number): Buffer[] {
  const count = box.length >= 8 ? box.readUInt32BE(4) : 0;
  const there = Math.min(count, Math.floor((box.length - 8) / size));
  return Array.from({ length: Math.max(0, there) }, (_, n) =>
    box.subarray(8 + n * size, 8 + (n + 1) * size),
  );
}

/** Returns the contents of all ISO media boxes at a path of box names. */
function boxes(within: Buffer, name: string, ...below: string[]): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= within.length; ) {
    const { length, start } = boxAt(within, at, within.length - at);
    if (length < start) break;
    if (within.toString("latin1", at + 4, at + 8) === name) {
      found.push(within.subarray(at + start, at + length));
    }
    at += length;
  }
  const [next, ...rest] = below;
  return next === undefined ? found : found.flatMap((box) => boxes(box, next, ...rest));
}

/**
 * Returns the length of an ISO media box and the start of its content. A stored length of 1 means that 64 bits with the
 * length follow; 0 means all remaining bytes.
 */
function boxAt(bytes: Buffer, at: number, left: number) {
  const short = bytes.readUInt32BE(at);
  if (short === 0) return { length: left, start: 8 };
  if (short !== 1) return { length: short, start: 8 };
  return { length: at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : 0, start: 16 };
}

import type { FileHandle } from "node:fs/promises";

/** Frames per second of an MPEG video, by the code in its sequence header (ISO 13818-2, table 6-4). */
const FRAME_RATES = [0, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60];
const BLOCK = 1 << 20;

// Video start codes consist of the bytes 00 00 01 followed by one of these values.
const PICTURE = 0x00;
const SEQUENCE = 0xb3;
const EXTENSION = 0xb5;
const PACK = 0xba;
const VIDEO_FIRST = 0xe0;
const VIDEO_LAST = 0xef;
const PICTURE_CODING_EXTENSION = 8;
const FRAME_STRUCTURE = 3;

/**
 * Returns the seconds of an MPEG-1 or MPEG-2 program stream by counting its pictures. A program stream does not store
 * its duration, and estimates from its ends are wrong by seconds if packets contain many pictures. Returns 0 if there
 * are no pictures (another codec); the caller then uses the container's duration.
 */
export async function mpegSeconds(file: FileHandle, size: number): Promise<number> {
  const counter = pictureCounter();
  const block = Buffer.alloc(BLOCK);
  const first = await file.read(block, 0, 4, 0);
  const code = first.bytesRead === 4 ? block.readUInt32BE(0) - 0x100 : -1;
  // Returns 0 (unknown) for a transport stream. The caller then uses the duration from MediaInfo, which can read it from
  // the stream's many clock references.
  if (code !== PACK && code !== SEQUENCE) return 0;
  const video = code === PACK ? videoPayload(counter.take) : counter.take;
  for (let at = 0; at < size; at += BLOCK) {
    const { bytesRead } = await file.read(block, 0, BLOCK, at);
    video(block.subarray(0, bytesRead));
  }
  return counter.seconds();
}

/** Passes on the content of a program stream's video packets without the packet headers. */
function videoPayload(take: (bytes: Buffer) => void): (block: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the current MPEG packet; `isVideo` says whether the packet contains video. */
  let left = 0;
  let isVideo = false;
  return (block) => {
    const bytes = Buffer.concat([rest, block]);
    let at = 0;
    while (at < bytes.length) {
      if (left > 0) {
        const end = Math.min(bytes.length, at + left);
        if (isVideo) take(bytes.subarray(at, end));
        left -= end - at;
        at = end;
        continue;
      }
      const start = bytes.indexOf("\x00\x00\x01", at, "latin1");
      // Keeps the last bytes for the next block, because a start code or a packet header can continue there.
      if (start < 0 || start + 64 > bytes.length) {
        at = start < 0 ? Math.max(at, bytes.length - 3) : start;
        break;
      }
      const code = bytes[start + 3] ?? 0;
      isVideo = code >= VIDEO_FIRST && code <= VIDEO_LAST;
      const isPacket = code > PACK;
      const header = isVideo ? packetHeader(bytes, start) : 6;
      left = isPacket ? Math.max(0, bytes.readUInt16BE(start + 4) + 6 - header) : 0;
      at = start + (isPacket ? header : 4);
    }
    rest = Buffer.from(bytes.subarray(at));
  };
}

/**
 * Returns the length of an MPEG packet header with its time stamps. An MPEG-2 header contains its length; an MPEG-1
 * header must be parsed.
 */
function packetHeader(bytes: Buffer, start: number): number {
  let at = start + 6;
  if (((bytes[at] ?? 0) & 0xc0) === 0x80) return 9 + (bytes[at + 2] ?? 0);
  for (let stuffing = 0; bytes[at] === 0xff && stuffing < 16; stuffing++) at += 1;
  if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2;
  const flags = (bytes[at] ?? 0) & 0xf0;
  at += flags === 0x20 ? 5 : flags === 0x30 ? 10 : 1;
  return at - start;
}

/** Counts the pictures of an MPEG video by their start codes. Two fields of an interlaced video are one picture. */
function pictureCounter() {
  let fields = 0;
  let rate = 0;
  let rest: Buffer = Buffer.alloc(0);
  function take(payload: Buffer): void {
    const bytes = Buffer.concat([rest, payload]);
    let at = 0;
    for (;;) {
      const start = bytes.indexOf("\x00\x00\x01", at, "latin1");
      if (start < 0 || start + 8 > bytes.length) {
        rest = Buffer.from(bytes.subarray(start < 0 ? Math.max(at, bytes.length - 2) : start));
        return;
      }
      read(bytes, start);
      at = start + 4;
    }
  }
  function read(bytes: Buffer, start: number): void {
    const code = bytes[start + 3];
    if (code === PICTURE) fields += 2;
    if (code === SEQUENCE && rate === 0) rate = FRAME_RATES[(bytes[start + 7] ?? 0) & 0xf] ?? 0;
    const isCoding =
      code === EXTENSION && (bytes[start + 4] ?? 0) >> 4 === PICTURE_CODING_EXTENSION;
    if (isCoding && ((bytes[start + 6] ?? 0) & 3) !== FRAME_STRUCTURE) fields -= 1;
  }
  return { take, seconds: () => (rate > 0 ? fields / 2 / rate : 0) };
}

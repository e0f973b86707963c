/**
 * Maximum size in bytes of a video file's index that the check reads. Even a video of several hours has an index of
 * only a tenth of this size.
 */
const INDEX_MAX = 32 * 1024 * 1024;

/**
 * Returns the duration in seconds that the headers of an MP4, QuickTime, or 3GP file declare for video and audio.
 * Returns null without these headers. The duration in the browser's player is not used, because the player also counts
 * subtitles and supports fewer codecs.
 */
export async function isoSeconds(file: File): Promise<number | null> {
  for (let at = 0; at + 16 <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const { name, length } = boxAt(head, 0, file.size - at);
    if (!/^[\w ]{4}$/.test(name) || length < 8) return null;
    if (name === "moov" && length <= INDEX_MAX)
      return longestOf(new DataView(await file.slice(at, at + length).arrayBuffer()));
    at += length;
  }
  return null;
}

function longestOf(file: DataView): number | null {
  const [movie] = boxes(file, "moov");
  const [head] = movie ? boxes(movie, "mvhd") : [];
  if (!movie || !head) return null;
  const scale = head.getUint32(head.getUint8(0) === 1 ? 20 : 12);
  const lengths = boxes(movie, "trak").map((track) => {
    const [trackHead] = boxes(track, "tkhd");
    const [handler] = boxes(track, "mdia").flatMap((media) => boxes(media, "hdlr"));
    if (!trackHead || !handler || !["vide", "soun"].includes(nameAt(handler, 8))) return 0;
    const isLong = trackHead.getUint8(0) === 1;
    return isLong ? Number(trackHead.getBigUint64(28)) : trackHead.getUint32(20);
  });
  return Math.max(0, ...lengths) / scale || null;
}

/** Returns the contents of all boxes of a video file that have the given name. */
function boxes(within: DataView, wanted: string): DataView[] {
  const found: DataView[] = [];
  for (let at = 0; at + 8 <= within.byteLength; ) {
    const { name, length, start } = boxAt(within, at, within.byteLength - at);
    if (length < start || at + length > within.byteLength) break;
    if (name === wanted)
      found.push(new DataView(within.buffer, within.byteOffset + at + start, length - start));
    at += length;
  }
  return found;
}

/**
 * Reads the header of a box in a video file. A length of 1 means that a 64-bit length follows; 0 means that the box is
 * the last one.
 */
function boxAt(view: DataView, at: number, left: number) {
  const short = view.getUint32(at);
  const name = nameAt(view, at + 4);
  if (short === 1) return { name, length: Number(view.getBigUint64(at + 8)), start: 16 };
  return { name, length: short || left, start: 8 };
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));

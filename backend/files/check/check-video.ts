import { type FileHandle, open } from "node:fs/promises";
import mediaInfoFactory from "mediainfo.js";
import { isoSeconds } from "./check-iso.ts";
import type { Checked, CheckJob } from "./check-job.ts";
import { mpegSeconds } from "./check-mpeg.ts";
import { refuse } from "./refusal.ts";

type Track = {
  "@type": string;
  Format?: string;
  Format_Profile?: string;
  CodecID?: string;
  ChromaSubsampling?: string;
  BitDepth?: number;
  Duration?: number;
};

/** Accepts a complete video with a picture track and at most the allowed duration. Reads durations without decoding. */
export async function checkVideo({ path, secondsMax }: CheckJob): Promise<Checked> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tracks = await readTracks(file, size);
    const general = tracks.find((track) => track["@type"] === "General");
    const pictures = tracks.filter((track) => track["@type"] === "Video");
    const sounds = tracks.filter((track) => track["@type"] === "Audio");
    const [picture] = pictures;
    if (!general) refuse("file_unreadable");
    if (!picture) {
      const hasMedia = sounds.length > 0;
      refuse("file_unreadable", hasMedia ? { reason: "no_picture" } : undefined);
    }
    const type = typeOf(general);
    const isIso = type === "video/mp4" || type === "video/quicktime" || type === "video/3gpp";
    if (isIso) await requireWholeIso(file, size);
    if (type === "video/x-msvideo") await requireWholeRiff(file, size);
    const counted = isIso
      ? await isoSeconds(file, size)
      : type === "video/mpeg"
        ? await mpegSeconds(file, size)
        : 0;
    const played = Math.max(counted, ...[...pictures, ...sounds].map((one) => one.Duration ?? 0));
    // The duration of an ISO media container includes subtitles and data, so it is used only if the tracks have no
    // duration.
    const duration = isIso && played > 0 ? played : Math.max(played, general.Duration ?? 0);
    if (!(duration > 0)) refuse("file_unreadable");
    if (secondsMax !== null && duration > secondsMax)
      refuse("file_too_long", { found: Math.ceil(duration * 100) / 100 });
    return {
      type,
      codec: pictureCodec(picture),
      // Prefers an AAC track, because phones add a second sound track that few programs can play.
      soundCodec: (sounds.find(({ Format }) => Format === "AAC") ?? sounds[0])?.Format,
      ...(secondsMax !== null && { duration: Math.round(duration * 100) / 100 }),
    };
  } finally {
    await file.close();
  }
}

let reader: ReturnType<typeof openNew> | undefined;
const openNew = () => mediaInfoFactory({ format: "object" });

/**
 * Returns the reader of video containers. Call this function before the file has arrived, because opening the reader
 * takes longer than reading. Later calls return the same reader until a check uses the reader.
 */
export function openReader() {
  reader ??= openNew();
  return reader;
}

async function readTracks(file: FileHandle, size: number): Promise<Track[]> {
  const opening = openReader();
  // Forget the reader before waiting for it, because a reader can analyze only one file at a time.
  reader = undefined;
  const mediaInfo = await opening;
  const result = await mediaInfo.analyzeData(size, async (length: number, offset: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  });
  mediaInfo.close();
  return (result.media?.track ?? []) as Track[];
}

/** Returns the media type of the video container that the file really has. */
function typeOf({ Format = "", Format_Profile = "", CodecID = "" }: Track): string {
  if (Format === "AVI") return "video/x-msvideo";
  if (Format.startsWith("MPEG-PS") || Format.startsWith("MPEG-TS") || Format === "MPEG Video") {
    return "video/mpeg";
  }
  if (Format === "QuickTime" || Format_Profile.startsWith("QuickTime")) return "video/quicktime";
  if (Format !== "MPEG-4") return refuse("file_content_mismatch");
  return CodecID.startsWith("3g") ? "video/3gpp" : "video/mp4";
}

/** Common names of video codecs for which MediaInfo uses other names. */
const CODECS: Readonly<Record<string, string>> = {
  AVC: "H.264",
  HEVC: "HEVC (H.265)",
  JPEG: "Motion JPEG",
  xvid: "MPEG-4 Visual",
};

/**
 * Returns the name of the video's picture codec. For H.264, also names a chroma subsampling or bit depth that few
 * browsers support.
 */
function pictureCodec({ Format = "", ChromaSubsampling, BitDepth = 8 }: Track): string {
  const name = CODECS[Format] ?? Format;
  const chroma = ChromaSubsampling && ChromaSubsampling !== "4:2:0" ? ` ${ChromaSubsampling}` : "";
  return name === "H.264" ? `${name}${chroma}${BitDepth > 8 ? ` ${BitDepth} bit` : ""}` : name;
}

/**
 * Throws unless the index and the pictures of an ISO media file are complete. Other data can follow, because some
 * cameras append data.
 */
async function requireWholeIso(file: FileHandle, size: number): Promise<void> {
  const header = Buffer.alloc(16);
  let at = 0;
  while (at + 8 <= size) {
    await file.read(header, 0, 16, at);
    const type = header.toString("latin1", 4, 8);
    const short = header.readUInt32BE(0);
    // An ISO media box length of 1 means that 64 bits with the length follow. A length of 0 means up to the end of the
    // file.
    const length =
      short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8) return;
    if (at + length > size && ["moov", "mdat", "moof"].includes(type)) refuse("file_unreadable");
    at += length;
  }
}

/** Throws unless an AVI file is at least as long as its outer chunk says. A longer file has appended data. */
async function requireWholeRiff(file: FileHandle, size: number): Promise<void> {
  const header = Buffer.alloc(8);
  await file.read(header, 0, 8, 0);
  if (header.readUInt32LE(4) + 8 > size) refuse("file_unreadable");
}

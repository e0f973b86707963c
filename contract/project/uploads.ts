/** Maximum size of an uploaded file in bytes: 100 MB of 1,024 × 1,024 bytes each (rule application.files). */
export const UPLOAD_MAX_BYTES = 104_857_600;
export const LOGO_MAX_BYTES = 5_242_880;
export const DECK_MAX_SLIDES = 20;
/**
 * Maximum duration in seconds of a video that the rules limit to 2 minutes. The half second is a tolerance, because
 * video files state rounded durations.
 */
export const VIDEO_MAX_SECONDS = 120.5;

/**
 * Maximum number of pixels of an uploaded picture. A logo needs fewer pixels. With this limit, decoding takes at most
 * 200 MB of memory.
 */
export const PICTURE_MAX_PIXELS = 50_000_000;

/** Limits of a zip file: number of entries, bytes after decompression, and depth of nested zips. */
export const ZIP_LIMITS = {
  entries: 1000,
  inflatedBytes: 300 * 1024 * 1024,
  nesting: 1,
} as const;

export const VIDEO_EXTENSIONS = [".avi", ".3gp", ".mov", ".mp4", ".mpeg"] as const;

/** Video containers that no browser plays. The two lists after this one contain codecs that all browsers play. */
const NOT_PLAYED: readonly string[] = [".avi", ".mpeg"];
const SHOWN_CODECS: readonly string[] = ["H.264", "VP8", "VP9"];
const HEARD_CODECS: readonly string[] = ["AAC", "MPEG Audio", "Opus", "FLAC", "PCM"];

type VideoFacts = { name: string; codec?: string | undefined; sound_codec?: string | undefined };

/**
 * Returns the part of a video that some browsers cannot play: the container, the picture, or the sound. Returns null if
 * all browsers play the video or its codecs are unknown.
 */
export function notPlayed({ name, codec, sound_codec }: VideoFacts) {
  if (NOT_PLAYED.includes(extensionOf(name))) return "container";
  if (codec !== undefined && !SHOWN_CODECS.includes(codec)) return "picture";
  return sound_codec !== undefined && !HEARD_CODECS.includes(sound_codec) ? "sound" : null;
}

/** Alternative spellings of file extensions, each mapped to the spelling in the contract. */
const EXTENSION_ALIASES: Readonly<Record<string, string>> = { ".jpeg": ".jpg", ".mpg": ".mpeg" };

/**
 * Returns a file name's extension in lower case with its dot, such as ".jpg" for ".JPEG". Returns "" without an
 * extension.
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  if (dot < 1) return "";
  const extension = name.slice(dot).toLowerCase();
  return EXTENSION_ALIASES[extension] ?? extension;
}

/** Returns a file's name with another extension, such as "pitch.vtt" for "pitch.mp4" and ".vtt". */
export const withExtension = (name: string, extension: string) =>
  `${name.replace(/\.[^.]*$/, "")}${extension}`;

/**
 * Returns file extensions together with their alternative spellings. A file dialog filters by name, and would otherwise
 * hide files with the alternative spelling.
 */
export function spellingsOf(extensions: readonly string[]): string[] {
  const aliases = Object.keys(EXTENSION_ALIASES);
  return extensions.flatMap((one) => [one, ...aliases.filter((a) => EXTENSION_ALIASES[a] === one)]);
}

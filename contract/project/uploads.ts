/** 100 MB, counted as 1,024 × 1,024 bytes each (rule application.files). */
export const UPLOAD_MAX_BYTES = 104_857_600;
export const LOGO_MAX_BYTES = 5_242_880;
export const DECK_MAX_SLIDES = 20;
/** "Up to 2 minutes": half a second of tolerance, because containers round. Seconds. */
export const VIDEO_MAX_SECONDS = 120.5;

/** The pixels of a picture: more than a logo needs, and 200 MB at most to decode. */
export const PICTURE_MAX_PIXELS = 50_000_000;

/** What a zip may hold: entries, bytes actually inflated, and nested zips. */
export const ZIP_LIMITS = {
  entries: 1000,
  inflatedBytes: 300 * 1024 * 1024,
  nesting: 1,
} as const;

export const VIDEO_EXTENSIONS = [".avi", ".3gp", ".mov", ".mp4", ".mpeg"] as const;

/** Containers that no browser plays, and the codecs that all browsers do. */
const NOT_PLAYED: readonly string[] = [".avi", ".mpeg"];
const SHOWN_CODECS: readonly string[] = ["H.264", "VP8", "VP9"];
const HEARD_CODECS: readonly string[] = ["AAC", "MPEG Audio", "Opus", "FLAC", "PCM"];

type VideoFacts = { name: string; codec?: string | undefined; sound_codec?: string | undefined };

/**
 * What of a video some browsers cannot play in the page: the whole container, the picture or the sound. null when
 * all play it, or nothing is known of it.
 */
export function notPlayed({ name, codec, sound_codec }: VideoFacts) {
  if (NOT_PLAYED.includes(extensionOf(name))) return "container";
  if (codec !== undefined && !SHOWN_CODECS.includes(codec)) return "picture";
  return sound_codec !== undefined && !HEARD_CODECS.includes(sound_codec) ? "sound" : null;
}

/** Spellings of the same format; the contract lists the shorter ones. */
const EXTENSION_ALIASES: Readonly<Record<string, string>> = { ".jpeg": ".jpg", ".mpg": ".mpeg" };

/** A file name's extension in lower case with its dot, in the contract's spelling; "" without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  if (dot < 1) return "";
  const extension = name.slice(dot).toLowerCase();
  return EXTENSION_ALIASES[extension] ?? extension;
}

/** The extensions of a list with their other spellings, for a file dialog that filters by name. */
export function spellingsOf(extensions: readonly string[]): string[] {
  const aliases = Object.keys(EXTENSION_ALIASES);
  return extensions.flatMap((one) => [one, ...aliases.filter((a) => EXTENSION_ALIASES[a] === one)]);
}

/** 100 MB, counted as 1,024 × 1,024 bytes each (rule application.files). */
export const UPLOAD_MAX_BYTES = 104_857_600;
export const LOGO_MAX_BYTES = 5_242_880;
export const DECK_MAX_SLIDES = 20;
/** "Up to 2 minutes": half a second of tolerance, because containers round. Seconds. */
export const VIDEO_MAX_SECONDS = 120.5;

/** What a zip may hold: entries, bytes actually inflated, and nested zips. */
export const ZIP_LIMITS = {
  entries: 1000,
  inflatedBytes: 300 * 1024 * 1024,
  nesting: 1,
} as const;

export const VIDEO_EXTENSIONS = [".avi", ".3gp", ".mov", ".mp4", ".mpeg"] as const;

/** Those that no browser plays: whoever reads the application has to download them. */
const NOT_PLAYED: readonly string[] = [".avi", ".mpeg"];

/** Whether a video can be watched in the page. */
export function isPlayed(name: string): boolean {
  return !NOT_PLAYED.includes(extensionOf(name));
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

import type { FileField } from "./project-fields";

/** 100 MB as CONTRACT.md counts them, in bytes. */
export const UPLOAD_MAX_BYTES = 104_857_600;
export const LOGO_MAX_BYTES = 5_242_880;
export const DECK_MAX_SLIDES = 20;
/** "Up to 2 minutes": half a second of grace, because containers round. Seconds. */
export const VIDEO_MAX_SECONDS = 120.5;

/** What a zip may hold: entries, bytes really inflated, and zips inside. */
export const ZIP_LIMITS = {
  entries: 1000,
  inflatedBytes: 300 * 1024 * 1024,
  nesting: 1,
} as const;

const VIDEO_EXTENSIONS = [".avi", ".3gp", ".mov", ".mp4", ".mpeg"] as const;

export type FileRule = {
  /** Allowed name endings, in lower case with the dot, in the order they are shown. */
  extensions: readonly string[];
  maxBytes: number;
};

/** One rule per file field (specification part 5). */
export const FILE_RULES: Readonly<Record<FileField, FileRule>> = {
  pitch: { extensions: [".pdf", ".ppt"], maxBytes: UPLOAD_MAX_BYTES },
  video: { extensions: VIDEO_EXTENSIONS, maxBytes: UPLOAD_MAX_BYTES },
  altro_materiale: {
    extensions: [".zip", ".pdf", ".ppt", ".png", ".jpg", ...VIDEO_EXTENSIONS],
    maxBytes: UPLOAD_MAX_BYTES,
  },
  logo: { extensions: [".png", ".jpg", ".webp"], maxBytes: LOGO_MAX_BYTES },
};

/** Spellings of the same format; the contract lists the shorter ones. */
const EXTENSION_ALIASES: Readonly<Record<string, string>> = { ".jpeg": ".jpg", ".mpg": ".mpeg" };

/** A file name's ending in lower case with its dot, in the contract's spelling; "" without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  if (dot < 1) return "";
  const extension = name.slice(dot).toLowerCase();
  return EXTENSION_ALIASES[extension] ?? extension;
}

export type FileNameProblem = "file_empty" | "too_large" | "file_type_not_allowed";

/** What is wrong with a file before its first byte is read: its size or its name. */
export function fileProblem(field: FileField, name: string, bytes: number): FileNameProblem | null {
  const rule = FILE_RULES[field];
  if (!rule.extensions.includes(extensionOf(name))) return "file_type_not_allowed";
  if (bytes === 0) return "file_empty";
  return bytes > rule.maxBytes ? "too_large" : null;
}

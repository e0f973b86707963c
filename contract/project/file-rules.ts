import { FILE_FIELDS, type FileField, type FileRule, PROJECT_FIELDS } from "./project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS } from "./uploads";

/** What a file field's row says of its file. */
export function fileRule(field: FileField): FileRule {
  return PROJECT_FIELDS[field];
}

/** The most bytes that any field takes: what an upload may announce before its field is known. */
export const LARGEST_FILE = Math.max(...FILE_FIELDS.map((field) => fileRule(field).maxBytes));

/** How long what a field holds may be: a deck in slides, a video in seconds; null for no limit. */
export function lengthLimits(field: FileField) {
  const { holds } = fileRule(field);
  return {
    slides: holds === "deck" ? DECK_MAX_SLIDES : null,
    seconds: holds === "video" ? VIDEO_MAX_SECONDS : null,
  };
}

export type FileNameProblem = "file_empty" | "too_large" | "file_type_not_allowed";

/** What is wrong with a file before its first byte is read: its size or its name. */
export function fileProblem(field: FileField, name: string, bytes: number): FileNameProblem | null {
  const rule = fileRule(field);
  if (!rule.extensions.includes(extensionOf(name))) return "file_type_not_allowed";
  if (bytes === 0) return "file_empty";
  return bytes > rule.maxBytes ? "too_large" : null;
}

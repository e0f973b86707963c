import { FILE_FIELDS, type FileField, type FileRule, PROJECT_FIELDS } from "./project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS } from "./uploads";

/** Returns the file rule of a file field. */
export function fileRule(field: FileField): FileRule {
  return PROJECT_FIELDS[field];
}

/** Maximum size of all file fields: the limit for an upload whose field is not known yet. */
export const LARGEST_FILE = Math.max(...FILE_FIELDS.map((field) => fileRule(field).maxBytes));

/** Returns the maximum length of a file: slides of a deck and seconds of a video, or null for no limit. */
export function lengthLimits(field: FileField) {
  const { holds } = fileRule(field);
  return {
    slides: holds === "deck" ? DECK_MAX_SLIDES : null,
    seconds: holds === "video" ? VIDEO_MAX_SECONDS : null,
  };
}

export type FileNameProblem = "file_empty" | "too_large" | "file_type_not_allowed";

/** Returns the problem of a file's size or name before its content is read, or null. */
export function fileProblem(field: FileField, name: string, bytes: number): FileNameProblem | null {
  const rule = fileRule(field);
  if (!rule.extensions.includes(extensionOf(name))) return "file_type_not_allowed";
  if (bytes === 0) return "file_empty";
  return bytes > rule.maxBytes ? "too_large" : null;
}

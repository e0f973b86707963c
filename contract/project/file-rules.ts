import { FILE_FIELDS, type FileField, type FileRule, PROJECT_FIELDS } from "./project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS } from "./uploads";

/** Returns the rule for the files of a file field. */
export function fileRule(field: FileField): FileRule {
  return PROJECT_FIELDS[field];
}

/** Largest maximum size of all file fields, in bytes. The limit applies to an upload until its field is known. */
export const LARGEST_FILE = Math.max(...FILE_FIELDS.map((field) => fileRule(field).maxBytes));

/**
 * Returns the maximum length of a field's file: slides of a deck or seconds of a video. Returns null without a limit.
 */
export function lengthLimits(field: FileField) {
  const { holds } = fileRule(field);
  return {
    slides: holds === "deck" ? DECK_MAX_SLIDES : null,
    seconds: holds === "video" ? VIDEO_MAX_SECONDS : null,
  };
}

export type FileNameProblem = "file_empty" | "too_large" | "file_type_not_allowed";

/** Returns the problem with a file's size or name, before the content is read. Returns null if there is none. */
export function fileProblem(field: FileField, name: string, bytes: number): FileNameProblem | null {
  const rule = fileRule(field);
  if (!rule.extensions.includes(extensionOf(name))) return "file_type_not_allowed";
  if (bytes === 0) return "file_empty";
  return bytes > rule.maxBytes ? "too_large" : null;
}

import { Metadata } from "@tus/server";
import { fileProblem } from "@/contract/project/file-rules";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import { extensionOf } from "@/contract/project/uploads";
import { fail } from "../http/failure";

/**
 * Application field, name, and size of the file that a client declares for a new upload. The back end checks them
 * before the first byte arrives.
 */
export type NewUpload = { field: FileField; name: string; size: number };

const NAME_MAX = 200;
/** Milliseconds before the expected last byte at which the process for the file check starts. */
const PREPARE_AHEAD = 3_000;

/**
 * Reads the headers of a tus creation request. Throws an error code of the API contract for invalid headers.
 */
export function readNewUpload(headers: Headers): NewUpload {
  const length = headers.get("upload-length") ?? "";
  // Refuses an upload without a declared length, because the size limit applies before the first byte.
  if (headers.has("upload-defer-length") || headers.has("upload-concat")) fail("invalid_upload");
  if (!/^(?:0|[1-9]\d*)$/.test(length)) fail("invalid_upload");
  const size = Number(length);
  const metadata = readMetadata(headers.get("upload-metadata"));
  const field = FILE_FIELDS.find((name) => name === metadata.field);
  if (!field) return fail("invalid_choice");
  const name = cleanName(metadata.filename ?? "");
  const problem = fileProblem(field, name, size);
  if (problem) fail(problem);
  return { field, name, size };
}

function readMetadata(header: string | null): Record<string, string | null | undefined> {
  if (header === null || header.trim() === "") return {};
  try {
    return Metadata.parse(header);
  } catch {
    return fail("invalid_upload");
  }
}

/**
 * Returns the number of bytes in an upload request, at most the missing bytes. Without a content length, returns the
 * number of missing bytes.
 */
export function bytesBrought({ headers, body }: Request, lacking: number): number {
  if (body === null) return 0;
  return Math.min(lacking, Number(headers.get("content-length") ?? lacking) || 0);
}

/**
 * Reports whether a request contains the last bytes of an upload, or whether the remaining bytes will arrive soon.
 * `timeFor` estimates the milliseconds until the remaining bytes arrive.
 */
export function endsSoon(
  headers: Headers,
  size: number,
  timeFor: (bytes: number) => number | null,
): boolean {
  const lacking = size - Number(headers.get("upload-offset"));
  if (lacking <= Number(headers.get("content-length"))) return true;
  const wait = timeFor(lacking);
  return wait !== null && wait <= PREPARE_AHEAD;
}

/** Returns a file name for display and saving: the last part of a path, on one line, with limited length. */
export function cleanName(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim();
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  const ending = name.slice(name.length - extensionOf(name).length);
  return characters.slice(0, NAME_MAX - ending.length).join("") + ending;
}

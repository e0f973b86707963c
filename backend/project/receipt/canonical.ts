import { createHash } from "node:crypto";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project, ProjectFile } from "@/contract/project/project-schemas";

/**
 * Returns the canonical JSON of a value: keys sorted by UTF-16 code units, no white space, strings as in
 * JSON.stringify, absent members omitted. Equal values have equal bytes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/**
 * Returns the parts of a file that the receipt's hash includes: the content's hash and the visible data, without ids
 * and times.
 */
function fileContent({ name, size, type, sha256 }: ProjectFile) {
  return { name, size, type, sha256 };
}

/**
 * Returns the SHA-256 (hex) of the application's content: the canonical JSON of all fields, with each file as
 * {name, sha256, size, type} or null. The receipt shows the hash. A person with the answers and files can
 * recompute it (docs/decisions/0006-sending-and-receipts.md).
 */
export function projectHash(project: Project): string {
  const content: Record<string, unknown> = { ...project };
  for (const field of FILE_FIELDS) {
    // Skip fields that did not exist at the time of the submission, so that the submission's hash stays the same.
    if (!(field in project)) continue;
    const file = project[field];
    content[field] = file ? fileContent(file) : null;
  }
  return createHash("sha256").update(canonicalJson(content), "utf8").digest("hex");
}

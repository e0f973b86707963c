import { createHash } from "node:crypto";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project, ProjectFile } from "@/contract/project/project-schemas";

/**
 * JSON with only one spelling: keys sorted by their UTF-16 code units, no white space, strings as
 * JSON.stringify writes them, absent members left out. Two equal values have equal bytes.
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

/** The parts of a file that count for the hash: its bytes and what a person sees, not our ids and times. */
function fileContent({ name, size, type, sha256 }: ProjectFile) {
  return { name, size, type, sha256 };
}

/**
 * SHA-256 (hex) of the application's content: the canonical JSON of every field of the contract,
 * each file as {name, sha256, size, type} or null. The receipt shows it and anybody who has the
 * answers and the files can compute it again (docs/decisions/0006-sending-and-receipts.md).
 */
export function projectHash(project: Project): string {
  const content: Record<string, unknown> = { ...project };
  for (const field of FILE_FIELDS) {
    // What was sent before the field came has to keep its hash.
    if (!(field in project)) continue;
    const file = project[field];
    content[field] = file ? fileContent(file) : null;
  }
  return createHash("sha256").update(canonicalJson(content), "utf8").digest("hex");
}

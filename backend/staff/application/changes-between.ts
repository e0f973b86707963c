import { isDeepStrictEqual } from "node:util";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";

/**
 * Returns the fields that differ between two versions of an application, each with the old and the new text. Returns an
 * empty list if there is no previous version.
 */
export function changesBetween(before: Project | undefined, after: Project) {
  if (!before) return [];
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return FIELD_NAMES.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    // Compare deeply, because the database can return the properties of a file in any order.
    if (isDeepStrictEqual(was ?? null, is ?? null)) return [];
    return [{ field, before: text(was), after: text(is) }];
  });
}

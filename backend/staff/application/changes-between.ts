import { isDeepStrictEqual } from "node:util";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";

/** The fields of which two versions differ, with their texts; of the first version none. */
export function changesBetween(before: Project | undefined, after: Project) {
  if (!before) return [];
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return FIELD_NAMES.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    // Whatever the order in which the database keeps a file's properties.
    if (isDeepStrictEqual(was ?? null, is ?? null)) return [];
    return [{ field, before: text(was), after: text(is) }];
  });
}

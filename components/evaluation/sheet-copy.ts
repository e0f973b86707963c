import { z } from "zod";
import { saveEvaluationSchema } from "@/contract/evaluation-schemas";

const copySchema = z.object({
  /** The version the change was made on. */
  version: z.number().int(),
  change: saveEvaluationSchema,
});
export type SheetCopy = z.infer<typeof copySchema>;

function keyOf(userId: string, projectId: string): string {
  return `evaluation:${userId}:${projectId}`;
}

/** What this tab holds of a score sheet that did not reach the server; null when all did. */
export function readSheetCopy(userId: string, projectId: string): SheetCopy | null {
  try {
    const kept = window.sessionStorage.getItem(keyOf(userId, projectId));
    return kept === null ? null : (copySchema.safeParse(JSON.parse(kept)).data ?? null);
  } catch {
    return null;
  }
}

/** Keeps what is not on the server yet; null forgets it. A full or forbidden storage keeps nothing. */
export function writeSheetCopy(userId: string, projectId: string, copy: SheetCopy | null): void {
  try {
    const key = keyOf(userId, projectId);
    if (copy === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(copy));
  } catch {
    // The page itself still holds it, and warns before it goes.
  }
}

import type { PreviewItem } from "@/contract/content/preview";
import { perProcess } from "../per-process";

/*
 * Whether the link of a preview is still valid. Next bundles the middleware separately, so it cannot open the back end:
 * the process gives it a function at the start.
 */

type Ask = (id: string) => Promise<boolean>;
type Answer = { isValid: Promise<boolean>; at: number };
const shared = perProcess<{ ask?: Ask; answers: Map<string, Answer> }>("preview-links", () => ({
  answers: new Map(),
}));

/** Milliseconds for which an answer is used again: one preview reads its link several times. */
const SHARED = 2_000;

/** Sets the check of links, at the start of the process. */
export function watchPreviewLinks(ask: Ask): void {
  shared.ask = ask;
}

/** Makes this process check every link again. */
export function outdateLinkChecks(): void {
  shared.answers.clear();
}

/**
 * Reports whether the link of an item was revoked. Throws if the back end does not answer, so that nothing is shown.
 * A link without an id cannot be revoked.
 */
export async function isRevoked({ id }: Pick<PreviewItem, "id">, now = Date.now()) {
  if (!id) return false;
  const { ask, answers } = shared;
  if (!ask) throw new Error("preview links cannot be checked");
  for (const [other, { at }] of answers) if (now - at >= SHARED) answers.delete(other);
  const known = answers.get(id) ?? { isValid: ask(id), at: now };
  answers.set(id, known);
  try {
    return !(await known.isValid);
  } catch (error) {
    answers.delete(id);
    throw error;
  }
}

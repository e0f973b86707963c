import type { PreviewItem } from "@/contract/content/preview";
import { perProcess } from "../per-process";

/*
 * Function that checks whether a preview link is still valid. Next bundles the middleware separately from the back end,
 * so the process passes this function to the middleware at its start.
 */

type Ask = (id: string) => Promise<boolean>;
type Answer = { isValid: Promise<boolean>; at: number };
const shared = perProcess<{ ask?: Ask; answers: Map<string, Answer> }>("preview-links", () => ({
  answers: new Map(),
}));

/**
 * Milliseconds for which the result of a link check is used again, because one preview checks its link several times.
 */
const SHARED = 2_000;

/** Sets the function that checks preview links. The process calls `watchPreviewLinks` at its start. */
export function watchPreviewLinks(ask: Ask): void {
  shared.ask = ask;
}

/** Makes this process check every preview link again. */
export function outdateLinkChecks(): void {
  shared.answers.clear();
}

/**
 * Reports whether a content item's preview link was revoked. Throws if the back end does not answer, so that no preview
 * is shown. A link without an id cannot be revoked.
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

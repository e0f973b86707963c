import { timingSafeEqual } from "node:crypto";
import { EDITION_TAG } from "@/contract/service";
import { config } from "../../config";
import { perProcess } from "../../per-process";
import { followTold } from "../transport";

/*
 * How this process makes pages anew that became old elsewhere. Next revalidates within a request alone, so
 * it asks itself, over its own address, with a key that no other process has (docs/decisions/0033).
 */

const HEADER = "x-own-process";
const own = perProcess("own-process", () => ({ key: crypto.randomUUID(), isUpToDate: false }));

/** Milliseconds for an answer of one's own, and between two tries. */
const PATIENCE = 30_000;
const PAUSE = 1_000;

/** Whether a request was made by this very process. */
export function comesFromThisProcess({ headers }: Request): boolean {
  const given = Buffer.from(headers.get(HEADER) ?? "");
  const key = Buffer.from(own.key);
  return given.length === key.length && timingSafeEqual(given, key);
}

/** Has this process make its pages under some tags anew. */
export async function refreshOwn(tags: readonly string[]): Promise<void> {
  const answer = await fetch(`${config.ownAddress}/api/revalidate`, {
    method: "POST",
    headers: { "Content-Type": "application/json", [HEADER]: own.key },
    body: JSON.stringify({ tags }),
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) throw new Error(`its own /api/revalidate answered ${answer.status}`);
}

/**
 * Keeps this process's pages as new as what was told to any node. The call's dates come first, whatever was
 * told: pages are finished by a build, which knows no database, or lie here since a run before. Not to be
 * waited for: the server answers only once it is up.
 */
export async function keepUpToDate(): Promise<void> {
  while (!own.isUpToDate) {
    try {
      await refreshOwn([EDITION_TAG]);
      await followTold(refreshOwn);
      own.isUpToDate = true;
    } catch (error) {
      console.error("the pages are not up to date yet", error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
    }
  }
}

/** Whether no page that is finished here shows what was known to be old when the process started. */
export function isUpToDate(): boolean {
  return own.isUpToDate;
}

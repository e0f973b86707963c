import { timingSafeEqual } from "node:crypto";
import { EDITION_TAG } from "@/contract/service";
import { followInvalidationsOfBackend } from "../api/transport";
import { config } from "../config";
import { perProcess } from "../per-process";

/*
 * Revalidates this process's pages when another instance invalidates them. Next revalidates only inside a request, so
 * the process sends itself a request with a key that no other process has (docs/decisions/0033).
 */

const HEADER = "x-own-process";
const own = perProcess("own-process", () => ({ key: crypto.randomUUID(), isUpToDate: false }));

/** Milliseconds to wait for this process's own answer, and between two attempts. */
const PATIENCE = 30_000;
const PAUSE = 1_000;

/** Reports whether this process itself made a request. */
export function comesFromThisProcess({ headers }: Request): boolean {
  const given = Buffer.from(headers.get(HEADER) ?? "");
  const key = Buffer.from(own.key);
  return given.length === key.length && timingSafeEqual(given, key);
}

/** Revalidates this process's pages under some tags. */
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
 * Revalidates this process's pages for every invalidation that any instance receives. Revalidates the call's dates
 * first, because pages come from a build without a database, or from an earlier run. Do not await this function before
 * the server is up: it sends requests to the server.
 */
export async function keepUpToDate(): Promise<void> {
  while (!own.isUpToDate) {
    try {
      await refreshOwn([EDITION_TAG]);
      await followInvalidationsOfBackend(refreshOwn);
      own.isUpToDate = true;
    } catch (error) {
      console.error("the pages are not up to date yet", error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
    }
  }
}

/** Reports whether the pages invalidated before this process started are revalidated. */
export function isUpToDate(): boolean {
  return own.isUpToDate;
}

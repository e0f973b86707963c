import { timingSafeEqual } from "node:crypto";
import { EDITION_TAG } from "@/contract/service";
import { followInvalidationsOfBackend } from "../api/transport";
import { config } from "../config";
import { perProcess } from "../per-process";

/*
 * Revalidates this process's pages after another instance invalidated them. Next revalidates only inside a request.
 * Therefore the process sends a request to itself, with a key that no other process has (docs/decisions/0033).
 */

const HEADER = "x-own-process";
const own = perProcess("own-process", () => ({ key: crypto.randomUUID(), isUpToDate: false }));

/** Maximum milliseconds to wait for this process's response to itself, and milliseconds between two attempts. */
const PATIENCE = 30_000;
const PAUSE = 1_000;

/** Reports whether this process sent the request to itself. */
export function comesFromThisProcess({ headers }: Request): boolean {
  const given = Buffer.from(headers.get(HEADER) ?? "");
  const key = Buffer.from(own.key);
  return given.length === key.length && timingSafeEqual(given, key);
}

/** Revalidates this process's pages with any of these cache tags. */
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
 * Revalidates this process's pages whenever an instance of the site invalidates pages. First revalidates the pages that
 * show the call's dates, because a build without a database or an earlier run possibly rendered these pages with other
 * dates. Do not await this function before the server runs, because the function sends requests to the server.
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

/** Reports whether this process has revalidated all pages that were invalidated before its start. */
export function isUpToDate(): boolean {
  return own.isUpToDate;
}

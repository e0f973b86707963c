import type { BackendConfig } from "../../config";

/** Milliseconds to wait for the site. */
const PATIENCE = 10_000;

/**
 * Tells the site that the edition's dates have changed, so that the public pages show them at once. A
 * site that is not running, or that we share no secret with, reads them by itself within minutes: false.
 */
export async function tellSite({ SITE_URL, REVALIDATE_SECRET }: BackendConfig): Promise<boolean> {
  if (!REVALIDATE_SECRET) return false;
  const answer = await fetch(`${SITE_URL}/api/revalidate`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${REVALIDATE_SECRET}`,
    },
    body: JSON.stringify({ tag: "edition" }),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  return answer?.ok ?? false;
}

import type { Page } from "playwright/test";

/**
 * Limits the page's upload speed, in bytes per second, so that a test can interrupt an upload. Returns a function that
 * removes the limit.
 */
export async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const set = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await set(bytesPerSecond);
  return () => set(-1);
}

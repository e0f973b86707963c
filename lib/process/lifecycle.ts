import { requireConfiguration } from "../api/configuration";
import { loadBackend } from "../api/load-backend";
import { closeEmbedded, embedded, openEmbedded, provideBackend } from "../api/transport";
import { config } from "../config";
import { drainOnClose } from "../server-guard/drain";
import { serverTime } from "../server-time";

/**
 * Checks the configuration and opens the embedded back end together with the site. After a stop signal, closes the back
 * end once the last response is sent. If the back end cannot open, the public site still runs: calls return 503, and
 * the next call tries to open it again.
 */
export async function openWithSite(): Promise<void> {
  await requireConfiguration();
  if (!config.development) drainOnClose(closeEmbedded);
  if (!embedded) return;
  provideBackend(loadBackend);
  if (config.development) closeAtOnce();
  try {
    const { now } = await openEmbedded();
    serverTime.now = now;
  } catch (error) {
    console.error("the back end did not open", error);
  }
}

/** Closes the back end immediately after a stop signal. Development servers do not wait for running requests. */
function closeAtOnce(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      closeEmbedded().catch((error) => console.error("the back end did not close cleanly", error));
    });
  }
}

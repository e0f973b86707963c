import { config } from "../config";
import { drainOnClose } from "../server-guard/drain";
import { serverTime } from "../server-time";
import { requireConfiguration } from "./configuration";
import { closeEmbedded, embedded, openEmbedded } from "./transport";

/**
 * Checks the configuration, opens the embedded back end on start and closes it when the process has been asked to stop and the last answer is given. A back end
 * that cannot open does not stop the public site: calls return 503 and the next one tries again.
 */
export async function openWithSite(): Promise<void> {
  await requireConfiguration();
  if (!config.development) drainOnClose(closeEmbedded);
  if (!embedded) return;
  if (config.development) closeAtOnce();
  try {
    const { now } = await openEmbedded();
    serverTime.now = now;
  } catch (error) {
    console.error("the back end did not open", error);
  }
}

/** In development nothing is drained. */
function closeAtOnce(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      closeEmbedded().catch((error) => console.error("the back end did not close cleanly", error));
    });
  }
}

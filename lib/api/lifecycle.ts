import { requireConfiguration } from "./configuration";
import { closeEmbedded, embedded, openEmbedded } from "./transport";

/**
 * Checks the configuration, opens the embedded back end on start and closes it when the process is asked to stop. A back end
 * that cannot open does not stop the public site: calls return 503 and the next one tries again.
 */
export async function openWithSite(): Promise<void> {
  await requireConfiguration();
  if (!embedded) return;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      closeEmbedded().catch((error) => console.error("the back end did not close cleanly", error));
    });
  }
  await openEmbedded().catch((error) => console.error("the back end did not open", error));
}

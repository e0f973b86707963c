/**
 * Prepares the server before its first response: request guards, configured traces, the embedded back end with its mail
 * worker, and the list of content pages. Also gives the middleware the functions that check the back end and preview
 * links. Outdated pages are revalidated in the background after the server has started.
 */
export async function register(): Promise<void> {
  // Keep this expression literal: Next replaces it at build time, so the other runtimes do not bundle the back end.
  // biome-ignore lint/style/noProcessEnv: a build-time constant, not configuration
  if (process.env.NEXT_RUNTIME === "nodejs") {
    // biome-ignore lint/style/noProcessEnv: likewise
    const isBuilt = process.env.NODE_ENV === "production";
    const { guardServer, passWrites } = await import("@/lib/server-guard/guard");
    if (isBuilt) guardServer();
    const { startTraces } = await import("@/lib/telemetry/traces");
    const stopTraces = await startTraces();
    if (stopTraces) process.once("SIGTERM", () => void stopTraces());
    const { openWithSite } = await import("@/lib/process/lifecycle");
    const { answerMiddleware } = await import("@/lib/api/reachable");
    answerMiddleware();
    const { keepPublished } = await import("@/lib/content/published");
    await Promise.all([openWithSite(), keepPublished()]);
    if (isBuilt) passWrites();
    const { keepUpToDate } = await import("@/lib/content/follow");
    void keepUpToDate();
  }
}

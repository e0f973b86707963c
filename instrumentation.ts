/**
 * Puts the guard in front of the server before its first response. Opens the embedded back end with the site, so that its mail worker runs before the first call, and
 * learns which content pages exist before the first visitor arrives.
 * The middleware learns how to ask whether the back end answers. Pages that are old are made anew as soon as the
 * server answers. Traces, where somebody wants them, begin first.
 */
export async function register(): Promise<void> {
  // Written out, because Next replaces exactly this expression at build time: no other runtime may bundle the back end.
  // biome-ignore lint/style/noProcessEnv: a build-time constant, not configuration
  if (process.env.NEXT_RUNTIME === "nodejs") {
    // biome-ignore lint/style/noProcessEnv: likewise
    if (process.env.NODE_ENV === "production") {
      const { guardServer } = await import("@/lib/server-guard/guard");
      guardServer();
    }
    const { startTraces } = await import("@/lib/measures/traces");
    const stopTraces = await startTraces();
    if (stopTraces) process.once("SIGTERM", () => void stopTraces());
    const { openWithSite } = await import("@/lib/api/lifecycle");
    const { answerMiddleware } = await import("@/lib/api/reachable");
    answerMiddleware();
    const { keepPublished } = await import("@/lib/api/content/published");
    await Promise.all([openWithSite(), keepPublished()]);
    const { keepUpToDate } = await import("@/lib/api/content/follow");
    void keepUpToDate();
  }
}

/**
 * Opens the embedded back end with the site, so that its mail worker runs before the first call, and
 * learns which content pages there are before the first visitor.
 */
export async function register(): Promise<void> {
  // Written out, because Next replaces exactly this at build: no other runtime may bundle the back end.
  // biome-ignore lint/style/noProcessEnv: a constant of the build, not configuration
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { openWithSite } = await import("@/lib/api/lifecycle");
    const { keepPublished } = await import("@/lib/api/published");
    await Promise.all([openWithSite(), keepPublished()]);
  }
}

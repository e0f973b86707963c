import { perProcess } from "../per-process.ts";

/** Inputs on which prerendered pages depend, besides the build itself. */
export type Site = {
  /** Every configuration value that a page can show, as one text. */
  configuration: string;
  /**
   * Folder with the content files, which are hashed. Null for a separate content back end, whose URL is part of the
   * configuration.
   */
  content: string | null;
};

/**
 * Configuration and content of this process's site, for the page cache, which Next loads as a separate module
 * (lib/page-cache/own-pages.ts).
 */
export const announced = perProcess<{ site?: Site }>("site", () => ({}));

/**
 * Stores the configuration values that the pages of this process depend on. lib/config.ts, which every page imports,
 * calls this function.
 */
export function announceSite(site: Site): void {
  announced.site = site;
}

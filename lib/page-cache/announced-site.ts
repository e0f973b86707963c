import { perProcess } from "../per-process.ts";

/** The inputs of prerendered pages besides the build. */
export type Site = {
  /** Every configuration value that a page can show, as text. */
  configuration: string;
  /** The content folder. Null for a separate content back end, which the configuration names. */
  content: string | null;
};

/** The site of this process, for the page cache, which Next loads as a separate module (lib/page-cache/own-pages.ts). */
export const announced = perProcess<{ site?: Site }>("site", () => ({}));

/** Records the inputs of this process's pages. lib/config.ts, which every page imports, calls it. */
export function announceSite(site: Site): void {
  announced.site = site;
}

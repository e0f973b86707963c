import { perProcess } from "../per-process.ts";

/** What finished pages are made from, besides the build. */
export type Site = {
  /** Every value of the configuration that a page may show, as text. */
  configuration: string;
  /** The folder of the content; null when it comes from elsewhere, named in the configuration. */
  content: string | null;
};

/** The site of this process, for the cache of pages, which Next loads apart (lib/first-paint/own-pages.ts). */
export const announced = perProcess<{ site?: Site }>("site", () => ({}));

/** Says what this process draws pages from; lib/config.ts does, which every page imports. */
export function announceSite(site: Site): void {
  announced.site = site;
}

import { fileType } from "@/contract/content/media";
import { config } from "../../config";

/** Path below which the site serves WordPress's files. next.config.ts lets the image optimizer read this path. */
export const FILES_PATH = "/media/files";

/** Returns the site's path for a WordPress file. Returns null for files of other hosts or types. */
export function filePath(src: string): string | null {
  const home = config.content.url && new URL(config.content.url);
  const url = home && URL.parse(src, home);
  if (!home || !url || url.host !== home.host || !fileType(url.pathname)) return null;
  return FILES_PATH + url.pathname;
}

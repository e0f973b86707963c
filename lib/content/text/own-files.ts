import { fileType } from "@/contract/content/media";
import { config } from "../../config";

/** The path below which the site serves a WordPress's files. next.config.ts allows the image optimizer to read it. */
export const FILES_PATH = "/media/files";

/** Returns the site's path of a file of the WordPress. Null for files of other hosts and of other types. */
export function filePath(src: string): string | null {
  const home = config.content.url && new URL(config.content.url);
  const url = home && URL.parse(src, home);
  if (!home || !url || url.host !== home.host || !fileType(url.pathname)) return null;
  return FILES_PATH + url.pathname;
}

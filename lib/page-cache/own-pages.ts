import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { announced, type Site } from "./announced-site.ts";

/*
 * Decides which prerendered pages a process can serve: only pages that were rendered with the process's configuration
 * and content. One build can run as different sites (docs/decisions/0036). Plain Node reads this file
 * (lib/page-cache/page-policy.cjs).
 */

/** Folder of a process's prerendered pages, and whether the process can write to the folder. */
export type Place = { folder: string; writes: boolean };

/**
 * File in the build folder. Its text is the hash of the configuration and the content with which the build prerendered
 * its pages.
 */
const BUILT_FOR = "built-for";
/** Folder in the build folder that contains one folder for each other site that ran from this build. */
const SITES = "sites";
/** Number of recently run sites whose page folders are kept, so that a restart need not render the pages again. */
const KEPT = 8;

/** Returns one hash over all inputs on which the pages depend. */
function markOf({ configuration, content }: Site): string {
  const hash = createHash("sha256").update(configuration);
  const files = content && existsSync(content) ? readdirSync(content, { recursive: true }) : [];
  for (const name of files.map(String).sort()) {
    const path = join(content ?? "", name);
    if (statSync(path).isFile()) hash.update(`\0${name}\0`).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 32);
}

/**
 * Records, during a build, for which site the pages are rendered. Records nothing and returns false if lib/config.ts
 * has not yet passed the site's configuration to this module.
 */
export function keepBuiltFor(serverFolder: string): boolean {
  if (!announced.site) return false;
  writeFileSync(join(dirname(serverFolder), BUILT_FOR), markOf(announced.site));
  return true;
}

/**
 * Returns the folder of this process's prerendered pages. This is `serverFolder` if the build was made for this site,
 * else a separate folder that starts empty. Returns null before the configuration is known.
 */
export function placeOfPages(serverFolder: string): Place | null {
  if (!announced.site) return null;
  const build = dirname(serverFolder);
  const mark = markOf(announced.site);
  const file = join(build, BUILT_FOR);
  if (existsSync(file) && readFileSync(file, "utf8") === mark) {
    return { folder: serverFolder, writes: isWritable(serverFolder) };
  }
  const own = join(build, SITES, mark);
  try {
    mkdirSync(own, { recursive: true });
    utimesSync(own, new Date(), new Date());
    dropOlder(dirname(own));
    return { folder: join(own, "server"), writes: isWritable(own) };
  } catch {
    // If the folder cannot be written, for example in a read-only image, the process starts without prerendered pages
    // and stores none.
    return { folder: join(own, "server"), writes: false };
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps the page folders of the `KEPT` sites that ran most recently, and deletes the others. A running site whose
 * folder is deleted renders its pages again.
 */
function dropOlder(sites: string): void {
  try {
    const newest = readdirSync(sites)
      .map((name) => ({ path: join(sites, name), at: statSync(join(sites, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at);
    for (const { path } of newest.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  } catch {
    // Ignore the error, because another process can delete the same folders at the same time. The next start tries
    // again to delete them.
  }
}

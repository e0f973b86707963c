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
 * Decides which prerendered pages a process can serve: only those rendered with its own configuration and content. A build
 * can later run as a different site (docs/decisions/0036). Plain Node reads this file (lib/page-cache/page-policy.cjs).
 */

/** The folder for a process's prerendered pages, and whether it can be written. */
export type Place = { folder: string; writes: boolean };

/** The file in the build folder with the hash of the site for which the pages were prerendered. */
const BUILT_FOR = "built-for";
/** The folder in the build folder with one folder for each other site that ran from this build. */
const SITES = "sites";
/** The number of recently run sites whose folders are kept, so that a restart need not render their pages again. */
const KEPT = 8;

/** Returns one hash over all inputs of the pages. */
function markOf({ configuration, content }: Site): string {
  const hash = createHash("sha256").update(configuration);
  const files = content && existsSync(content) ? readdirSync(content, { recursive: true }) : [];
  for (const name of files.map(String).sort()) {
    const path = join(content ?? "", name);
    if (statSync(path).isFile()) hash.update(`\0${name}\0`).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 32);
}

/** Records during a build for which site the pages are rendered. False while the site is unknown. */
export function keepBuiltFor(serverFolder: string): boolean {
  if (!announced.site) return false;
  writeFileSync(join(dirname(serverFolder), BUILT_FOR), markOf(announced.site));
  return true;
}

/**
 * Returns the folder of this process's pages, for a build with its pages in `serverFolder`: that folder if the build was
 * made for this site, else a separate folder that starts empty. Null before the configuration is known.
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
    // The image is read-only, for example: use an empty folder and write nothing.
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

/** Deletes the folders of older sites. A site whose folder is deleted while it runs renders its pages again. */
function dropOlder(sites: string): void {
  try {
    const newest = readdirSync(sites)
      .map((name) => ({ path: join(sites, name), at: statSync(join(sites, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at);
    for (const { path } of newest.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process deletes the same folders. The next start tries again.
  }
}

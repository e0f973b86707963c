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
 * Whose finished pages a process may serve: those drawn with its own configuration and content. A build
 * finishes pages with what it was built under, and may run as any other site (docs/decisions/0036). Plain Node
 * reads this file (lib/first-paint/page-policy.cjs).
 */

/** Where a process keeps its finished pages, and what they are made from, beside them; null: in memory alone. */
export type Place = { folder: string; writes: boolean };

/** In the folder of a build: the site its pages were finished for. */
const BUILT_FOR = "built-for";
/** In the folder of a build: one folder for each other site it ran as. */
const SITES = "sites";
/** Those that ran last keep theirs, which spares them the drawing after a restart. */
const KEPT = 8;

/** One hash over all that pages are made from. */
function markOf({ configuration, content }: Site): string {
  const hash = createHash("sha256").update(configuration);
  const files = content && existsSync(content) ? readdirSync(content, { recursive: true }) : [];
  for (const name of files.map(String).sort()) {
    const path = join(content ?? "", name);
    if (statSync(path).isFile()) hash.update(`\0${name}\0`).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 32);
}

/** While building: keeps for whom, once that is known. True when it is kept. */
export function keepBuiltFor(serverFolder: string): boolean {
  if (!announced.site) return false;
  writeFileSync(join(dirname(serverFolder), BUILT_FOR), markOf(announced.site));
  return true;
}

/**
 * Where the pages of this process lie, for a build that keeps its own in `serverFolder`: there, if the build was
 * made for this very site, else in a folder that begins empty. Null before the configuration is known.
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
    // A read-only image, for one: nothing is there, and nothing is written.
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

/** A site whose folder goes while it runs draws its pages again. */
function dropOlder(sites: string): void {
  try {
    const newest = readdirSync(sites)
      .map((name) => ({ path: join(sites, name), at: statSync(join(sites, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at);
    for (const { path } of newest.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process drops the same ones; the next start looks again.
  }
}

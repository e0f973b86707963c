import { archivedAt } from "./archive";
import { itemAbove } from "./items";
import { PAGES } from "./pages";
import { placeOf } from "./path";

const FIXED = new Set(PAGES.map(({ path }): string => path));
const PATTERNS = PAGES.filter(({ path }) => path.includes("*")).map(({ path }) => ({
  path,
  pattern: new RegExp(`^${path.replace("/*", "/[^/]+")}$`),
}));
/** What is no page, by its first part. */
const ROOMS = /^\/(?:wp-json|api|_next)(?=\/|$)/;

/** Everything that is on no list: files of `public/`, and addresses that do not exist. */
export const ELSEWHERE = "other";

/**
 * The pattern of a request’s path, for counting: `/storie/*`, whatever the story, in whatever language. There are
 * as many as pages, however many addresses people try.
 */
export function routeOf(pathname: string): string {
  const room = ROOMS.exec(pathname);
  if (room) return room[0];
  const { path } = placeOf(pathname);
  if (FIXED.has(path)) return path;
  const known = PATTERNS.find(({ pattern }) => pattern.test(path));
  if (known) return known.path;
  if (itemAbove(path) === path) return `${path.slice(0, path.lastIndexOf("/"))}/*`;
  return archivedAt(path)?.path ?? ELSEWHERE;
}

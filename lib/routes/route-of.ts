import { archivedAt } from "./archive";
import { itemAbove } from "./items";
import { PAGES } from "./pages";
import { placeOf } from "./path";

const FIXED = new Set(PAGES.map(({ path }): string => path));
const PATTERNS = PAGES.filter(({ path }) => path.includes("*")).map(({ path }) => ({
  path,
  pattern: new RegExp(`^${path.replace("/*", "/[^/]+")}$`),
}));
/** The first path segment of addresses that are not pages. */
const ROOMS = /^\/(?:wp-json|api|_next)(?=\/|$)/;

/** The route name in metrics for files in `public/` and for paths that do not exist. */
export const ELSEWHERE = "other";

/**
 * Returns the route pattern of a request’s path for metrics, such as `/storie/*` for every story. Clients cannot
 * increase the number of patterns by requesting other paths.
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

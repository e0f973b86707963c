/** The screens of the staff area in the order of its row: each has a letter, which leads there after `g`. */
export const SCREENS = [
  { name: "today", key: "o", path: "/dashboard/regia" },
  { name: "applications", key: "c", path: "/dashboard/regia/candidature" },
  { name: "evaluators", key: "v", path: "/dashboard/regia/valutatori" },
  { name: "log", key: "r", path: "/dashboard/regia/registro" },
] as const;

export type Screen = (typeof SCREENS)[number];

/** The screen that a path belongs to. */
export function screenAt(pathname: string): Screen | undefined {
  const leadsTo = ({ path }: Screen) => pathname === path || pathname.startsWith(`${path}/`);
  return [...SCREENS].sort((one, other) => other.path.length - one.path.length).find(leadsTo);
}

/** A screen's address in the edition that is being looked at. */
export function screenHref({ path }: Pick<Screen, "path">, edition: string | null): string {
  return edition ? `${path}?${new URLSearchParams({ edition })}` : path;
}

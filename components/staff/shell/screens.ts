/** Pages of the control room in the order of the navigation. The keys `g` and the page's letter open the page. */
export const SCREENS = [
  { name: "today", key: "o", path: "/dashboard/regia" },
  { name: "applications", key: "c", path: "/dashboard/regia/candidature" },
  { name: "evaluators", key: "v", path: "/dashboard/regia/valutatori" },
  { name: "selection", key: "s", path: "/dashboard/regia/selezione" },
  { name: "mail", key: "e", path: "/dashboard/regia/email" },
  { name: "figures", key: "n", path: "/dashboard/regia/numeri" },
  { name: "edition", key: "d", path: "/dashboard/regia/edizione" },
  { name: "people", key: "p", path: "/dashboard/regia/persone" },
  { name: "log", key: "r", path: "/dashboard/regia/registro" },
] as const;

export type Screen = (typeof SCREENS)[number];

/** Returns the control room's page with a given name. */
export function screenNamed(name: Screen["name"]): Screen {
  const found = SCREENS.find((screen) => screen.name === name);
  if (!found) throw new Error(`no screen ${name}`);
  return found;
}

/** Returns the control room's page to which a path belongs; undefined for other paths. */
export function screenAt(pathname: string): Screen | undefined {
  const leadsTo = ({ path }: Screen) => pathname === path || pathname.startsWith(`${path}/`);
  return [...SCREENS].sort((one, other) => other.path.length - one.path.length).find(leadsTo);
}

/** Returns the URL of a control room page with the selected edition. */
export function screenHref({ path }: { path: string }, edition: string | null): string {
  return edition ? `${path}?${new URLSearchParams({ edition })}` : path;
}

/** Returns the URL of the audit log page that starts with a given entry. */
export function lineHref(line: number): string {
  return `/dashboard/regia/registro?before=${line + 1}`;
}

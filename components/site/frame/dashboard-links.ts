import { ROLE_TABLE, ROLES, type RoleLinkName } from "@/contract/roles";
import type { User } from "@/contract/users/user-schemas";

export interface DashboardLink {
  name: "overview" | RoleLinkName | "academy" | "profile";
  href: string;
  /**
   * Whether the link leads to the public site. Such a link needs a full page load, because the public site has a
   * different content security policy.
   */
  outside?: true;
}

const ROLE_LINKS = ROLES.flatMap((role) => ROLE_TABLE[role].links);

/** Returns the links of the private area for a user's roles. */
export function dashboardLinks(roles: User["roles"]): DashboardLink[] {
  const links = ROLES.filter((role) => roles.includes(role)).flatMap(
    (role) => ROLE_TABLE[role].links,
  );
  return [
    { name: "overview", href: "/dashboard" },
    // Remove duplicates, because several roles can have the same link.
    ...new Set(links),
    { name: "academy", href: "/academy", outside: true },
    { name: "profile", href: "/dashboard/edit-profile" },
  ];
}

/**
 * Reports whether a link leads to the current page or to its parent page. The link to the overview matches only the
 * overview.
 */
export function isCurrent(href: string, pathname: string): boolean {
  if (href === "/dashboard") return pathname === href;
  const leadsTo = (link: string) => pathname === link || pathname.startsWith(`${link}/`);
  // If a more specific link leads to the current page, the more specific link is the current one.
  const nearer = ROLE_LINKS.some((link) => link.href.startsWith(`${href}/`) && leadsTo(link.href));
  return leadsTo(href) && !nearer;
}

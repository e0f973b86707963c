import { ROLE_TABLE, ROLES, type RoleLinkName } from "@/contract/roles";
import type { User } from "@/contract/users/user-schemas";

export interface DashboardLink {
  name: "overview" | RoleLinkName | "academy" | "profile";
  href: string;
  /** True for a page of the public site, which needs a full page load because its content security policy differs. */
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
    // Several roles can have the same link.
    ...new Set(links),
    { name: "academy", href: "/academy", outside: true },
    { name: "profile", href: "/dashboard/edit-profile" },
  ];
}

/** Reports whether a link leads to the current page or a parent of it. The overview only matches itself. */
export function isCurrent(href: string, pathname: string): boolean {
  if (href === "/dashboard") return pathname === href;
  const leadsTo = (link: string) => pathname === link || pathname.startsWith(`${link}/`);
  // A subpage can have a separate link, which is then the current one.
  const nearer = ROLE_LINKS.some((link) => link.href.startsWith(`${href}/`) && leadsTo(link.href));
  return leadsTo(href) && !nearer;
}

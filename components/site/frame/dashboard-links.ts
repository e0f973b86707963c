import { ROLE_TABLE, ROLES, type RoleLinkName } from "@/contract/roles";
import type { User } from "@/contract/users/user-schemas";

export interface DashboardLink {
  name: "overview" | RoleLinkName | "academy" | "profile";
  href: string;
  /** A page of the public site: a full page load, because its content security policy differs. */
  outside?: true;
}

const ROLE_LINKS = ROLES.flatMap((role) => ROLE_TABLE[role].links);

/** The links of the private area for someone's roles. */
export function dashboardLinks(roles: User["roles"]): DashboardLink[] {
  const links = ROLES.filter((role) => roles.includes(role)).flatMap(
    (role) => ROLE_TABLE[role].links,
  );
  return [
    { name: "overview", href: "/dashboard" },
    // Several roles may bring the same one.
    ...new Set(links),
    { name: "academy", href: "/academy", outside: true },
    { name: "profile", href: "/dashboard/edit-profile" },
  ];
}

/** Whether a link is current: its page, or one below it (the overview only matches itself). */
export function isCurrent(href: string, pathname: string): boolean {
  if (href === "/dashboard") return pathname === href;
  const leadsTo = (link: string) => pathname === link || pathname.startsWith(`${link}/`);
  // A page below another one may have a link of its own.
  const nearer = ROLE_LINKS.some((link) => link.href.startsWith(`${href}/`) && leadsTo(link.href));
  return leadsTo(href) && !nearer;
}

import type { User } from "@/contract/users/user-schemas";

export interface DashboardLink {
  name: "overview" | "application" | "projects" | "ranking" | "academy" | "profile";
  href: string;
  /** A page of the public site: a full page load, because its content security policy differs. */
  outside?: true;
}

const RANKING = "/dashboard/evaluation/ranking";

/** The links of the private area for someone's roles. */
export function dashboardLinks(roles: User["roles"]): DashboardLink[] {
  const links: DashboardLink[] = [{ name: "overview", href: "/dashboard" }];
  if (roles.includes("applicant")) links.push({ name: "application", href: "/dashboard/project" });
  if (roles.includes("evaluator")) {
    links.push({ name: "projects", href: "/dashboard/evaluation" });
    links.push({ name: "ranking", href: RANKING });
  }
  links.push({ name: "academy", href: "/academy", outside: true });
  links.push({ name: "profile", href: "/dashboard/edit-profile" });
  return links;
}

/** Whether a link is current: its page, or one below it (the overview only matches itself). */
export function isCurrent(href: string, pathname: string): boolean {
  if (href === "/dashboard") return pathname === href;
  // The ranking is below the projects and has a link of its own.
  if (href === "/dashboard/evaluation" && pathname === RANKING) return false;
  return pathname === href || pathname.startsWith(`${href}/`);
}

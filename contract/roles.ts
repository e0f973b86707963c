/*
 * Roles of accounts, one entry each. A profile's `roles`, an endpoint's `access`, `npm run user -- grant`, and the
 * account's links are derived from these entries.
 */

/** Link of a role in the account's menu. `name` is the key of the link's text in messages/ (`header`). */
type RoleLink<Name> = { name: Name; href: `/${string}` };

type RoleRow<Name, Other = string> = {
  /** Name of the role in a sentence such as "is now an evaluator". */
  label: string;
  /**
   * Who grants the role. `everyone`: each account has the role from its registration. `staff`: staff grant the role.
   */
  given: "everyone" | "staff";
  /**
   * Whether a user of the role must have a passkey or an authenticator app: never (`free`), always (`asked`), or if
   * `SECOND_FACTOR` names the role (`configured`).
   */
  secondFactor: "free" | "asked" | "configured";
  links: readonly RoleLink<Name>[];
  /**
   * Other roles whose endpoints this role can call (`also`), or whose read-only endpoints this role can call (`reads`).
   */
  also?: readonly Other[];
  reads?: readonly Other[];
  /**
   * Endpoints of a hidden role return 404 to other callers, so that the response does not reveal that the endpoint
   * exists.
   */
  hidden?: true;
};

const CONTROL_ROOM = [{ name: "regia", href: "/dashboard/regia" }] as const;

const TABLE = {
  applicant: {
    label: "an applicant",
    given: "everyone",
    secondFactor: "free",
    links: [{ name: "application", href: "/dashboard/project" }],
  },
  evaluator: {
    label: "an evaluator",
    given: "staff",
    secondFactor: "configured",
    links: [
      { name: "projects", href: "/dashboard/evaluation" },
      { name: "ranking", href: "/dashboard/evaluation/ranking" },
    ],
  },
  staff: {
    label: "one of the staff",
    given: "staff",
    secondFactor: "asked",
    hidden: true,
    links: CONTROL_ROOM,
  },
  director: {
    label: "a director",
    given: "staff",
    secondFactor: "asked",
    also: ["staff"],
    hidden: true,
    links: CONTROL_ROOM,
  },
  auditor: {
    label: "an auditor",
    given: "staff",
    secondFactor: "asked",
    reads: ["staff", "director"],
    hidden: true,
    links: CONTROL_ROOM,
  },
} as const satisfies Record<string, RoleRow<string>>;

export type Role = keyof typeof TABLE;
/** Names of all links that roles have in the account's menu. */
export type RoleLinkName = (typeof TABLE)[Role]["links"][number]["name"];
/** All roles with their properties. Unlike `TABLE`, all entries have the same type. */
export const ROLE_TABLE: Record<Role, RoleRow<RoleLinkName, Role>> = TABLE;
/** All roles, in the order in which a profile lists them. */
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** Roles that staff grant. The database stores only these roles of an account. */
export type GrantedRole = {
  [R in Role]: (typeof TABLE)[R]["given"] extends "staff" ? R : never;
}[Role];
export const GRANTED_ROLES = ROLES.filter((role) => TABLE[role].given === "staff") as [
  GrantedRole,
  ...GrantedRole[],
];

/** Roles with access to the control room: they can call all endpoints for staff, or only the read-only ones. */
export const STAFF_ROLES = ROLES.filter((role) => {
  const { also = [], reads = [] } = ROLE_TABLE[role];
  return role === "staff" || [...also, ...reads].includes("staff");
});

/** Roles for which the configuration of a deployment can require a second factor. */
export const CONFIGURED_ROLES = ROLES.filter((role) => TABLE[role].secondFactor === "configured");

/**
 * Reports whether a role requires a second factor. `configured` contains the roles for which this deployment requires
 * one.
 */
export function asksSecondFactor(
  role: Role,
  configured: readonly Role[],
  { secondFactor }: Pick<RoleRow<string>, "secondFactor"> = ROLE_TABLE[role],
): boolean {
  return secondFactor === "asked" || (secondFactor === "configured" && configured.includes(role));
}

/** Returns all roles of an account, calculated from the roles that staff granted. */
export function rolesWith(granted: readonly string[]): Role[] {
  return ROLES.filter((role) => TABLE[role].given === "everyone" || granted.includes(role));
}

/*
 * Roles of accounts, one row each. The `roles` of a profile, the `access` of endpoints, `npm run user --
 * grant`, and the links of the private area follow from these rows.
 */

/** Link of the private area. `name` is the key of its text in messages/ (`header`). */
type RoleLink<Name> = { name: Name; href: `/${string}` };

type RoleRow<Name, Other = string> = {
  /** Name in a sentence such as "is now …". */
  label: string;
  /** `everyone`: each account has the role from its registration. `staff`: staff grant it. */
  given: "everyone" | "staff";
  /**
   * Whether the role's endpoints require a passkey or an authenticator app: never (`free`), always (`asked`), or
   * if `SECOND_FACTOR` names the role (`configured`).
   */
  secondFactor: "free" | "asked" | "configured";
  links: readonly RoleLink<Name>[];
  /** Roles whose endpoints this role can also call. `reads` are roles whose read-only endpoints it can call. */
  also?: readonly Other[];
  reads?: readonly Other[];
  /** Endpoints for this role only return 404 to other callers, so that they do not reveal their existence. */
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
/** Names of the links in the rows. */
export type RoleLinkName = (typeof TABLE)[Role]["links"][number]["name"];
/** Rows of the roles. */
export const ROLE_TABLE: Record<Role, RoleRow<RoleLinkName, Role>> = TABLE;
/** All roles, in the order of a profile. */
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** Roles that staff grant. An account stores its granted roles. */
export type GrantedRole = {
  [R in Role]: (typeof TABLE)[R]["given"] extends "staff" ? R : never;
}[Role];
export const GRANTED_ROLES = ROLES.filter((role) => TABLE[role].given === "staff") as [
  GrantedRole,
  ...GrantedRole[],
];

/** Roles with access to the staff area: they can call or read the endpoints for staff. */
export const STAFF_ROLES = ROLES.filter((role) => {
  const { also = [], reads = [] } = ROLE_TABLE[role];
  return role === "staff" || [...also, ...reads].includes("staff");
});

/** Roles for which a deployment can require a second factor. */
export const CONFIGURED_ROLES = ROLES.filter((role) => TABLE[role].secondFactor === "configured");

/**
 * Reports whether a role requires a second factor. `configured` are the roles for which this deployment
 * requires one.
 */
export function asksSecondFactor(
  role: Role,
  configured: readonly Role[],
  { secondFactor }: Pick<RoleRow<string>, "secondFactor"> = ROLE_TABLE[role],
): boolean {
  return secondFactor === "asked" || (secondFactor === "configured" && configured.includes(role));
}

/** Returns all roles of an account, from its granted ones. */
export function rolesWith(granted: readonly string[]): Role[] {
  return ROLES.filter((role) => TABLE[role].given === "everyone" || granted.includes(role));
}

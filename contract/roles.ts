/*
 * The roles of accounts, one row each. From here follow the `roles` of a profile, what an endpoint's
 * `access` may name, what `npm run user -- grant` gives, and the links of the private area.
 */

/** A link of the private area; `name` is its word in messages/ (`header`). */
type RoleLink<Name> = { name: Name; href: `/${string}` };

type RoleRow<Name, Other = string> = {
  /** In a sentence about somebody: "is now …". */
  label: string;
  /** Who gives it: every account has it from its registration, or staff grant it by command. */
  given: "everyone" | "staff";
  /**
   * Whether its endpoints ask for an account with a passkey or an authenticator app: never, always, or where
   * `SECOND_FACTOR` names the role.
   */
  secondFactor: "free" | "asked" | "configured";
  links: readonly RoleLink<Name>[];
  /** Other roles whose endpoints it may call, and those of which it may call what only reads. */
  also?: readonly Other[];
  reads?: readonly Other[];
  /** What is for it alone is a 404 to everybody else: nobody learns what there is. */
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
/** The names of the links that roles bring. */
export type RoleLinkName = (typeof TABLE)[Role]["links"][number]["name"];
/** What the row of each role says. */
export const ROLE_TABLE: Record<Role, RoleRow<RoleLinkName, Role>> = TABLE;
/** In the order in which a profile lists them. */
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** The roles that staff grant: an account stores those it has been granted. */
export type GrantedRole = {
  [R in Role]: (typeof TABLE)[R]["given"] extends "staff" ? R : never;
}[Role];
export const GRANTED_ROLES = ROLES.filter((role) => TABLE[role].given === "staff") as [
  GrantedRole,
  ...GrantedRole[],
];

/** The roles that the staff area is for: what is for staff alone they may call, or read. */
export const STAFF_ROLES = ROLES.filter((role) => {
  const { also = [], reads = [] } = ROLE_TABLE[role];
  return role === "staff" || [...also, ...reads].includes("staff");
});

/** The roles that a deployment may have ask for a second factor. */
export const CONFIGURED_ROLES = ROLES.filter((role) => TABLE[role].secondFactor === "configured");

/** Whether a role asks for a second factor, where `configured` names those that this deployment has ask for one. */
export function asksSecondFactor(
  role: Role,
  configured: readonly Role[],
  { secondFactor }: Pick<RoleRow<string>, "secondFactor"> = ROLE_TABLE[role],
): boolean {
  return secondFactor === "asked" || (secondFactor === "configured" && configured.includes(role));
}

/** All roles of an account that has been granted some. */
export function rolesWith(granted: readonly string[]): Role[] {
  return ROLES.filter((role) => TABLE[role].given === "everyone" || granted.includes(role));
}

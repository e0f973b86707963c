import { z } from "zod";
import { endpoint } from "../endpoint";
import { emailSchema, instantSchema } from "../fields";
import { STAFF_ROLES } from "../roles";
import { STAFF_ACTIONS } from "./audit-log";
import { exportAnswer, exportOptions } from "./export-options";
import { action } from "./preview";

/* Endpoints for staff accounts and their roles. A director with a passkey can grant and revoke roles. */

const role = z.enum(STAFF_ROLES as [string, ...string[]], { error: "invalid_choice" });
const count = z.int().min(0);

const memberSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(role),
    /** True if the owner closed the account. The roles of a closed account are inactive. */
    deactivated: z.boolean(),
    passkeys: count,
    app: z.boolean(),
    sessions: count,
    seen_at: instantSchema.nullable(),
    /** Latest staff action that this account executed, from the audit log. */
    last_act: z.object({ act: z.enum(STAFF_ACTIONS), at: instantSchema, line: z.int() }).nullable(),
    /** True if the account is the caller's own account. */
    own: z.boolean(),
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.infer<typeof memberSchema>;

export const listTeam = endpoint({
  name: "listTeam",
  method: "GET",
  path: "wp/v2/staff/team",
  summary: "Who runs the programme: roles, second factors, sessions and the last act of each",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({
      members: z.array(memberSchema),
      /** Number of directors with an active account, and how many of them have a passkey. */
      directors: count,
      directors_with_key: count,
    }),
  },
});

export const exportTeam = endpoint({
  name: "exportTeam",
  method: "GET",
  path: "wp/v2/staff/team/export",
  summary: "The same staff accounts as a table",
  access: "staff",
  query: z.object(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

/** Only a director can change roles, and must confirm the change with a passkey. */
const POWER = { access: "director", confirm: { step: "key" } } as const;
const whom = { email: emailSchema, role };

export const grantStaff = action({
  ...POWER,
  name: "grantStaff",
  path: "wp/v2/staff/team/grant",
  summary: "Give an account a role in running the programme; it has to log in again",
  input: whom,
});

export const revokeStaff = action({
  ...POWER,
  name: "revokeStaff",
  path: "wp/v2/staff/team/revocation",
  summary: "Take such a role away; the account has to log in again",
  input: whom,
});

export const signOutStaff = action({
  ...POWER,
  name: "signOutStaff",
  path: "wp/v2/staff/team/{id}/sign-out",
  summary: "End every session of somebody who runs the programme",
});

export const teamEndpoints = [listTeam, exportTeam, grantStaff, revokeStaff, signOutStaff];

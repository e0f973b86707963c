import { and, asc, eq, isNull } from "drizzle-orm";
import { type GrantedRole, rolesWith } from "@/contract/roles";
import * as contract from "@/contract/staff/team";
import type { ActionContext } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { hasRole, users } from "../../db/schema/accounts";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { giveRole } from "../../users/administer";
import { lackingOf } from "../../users/sessions/second-factor-status";
import { openSessionsOf } from "../../users/sessions/sessions";
import { executeAction, type Outcome } from "../execute-action";
import { runsProgramme } from "../people/get-person";
import { endAll, type Person, refused, runPersonAction, some } from "../people/person-actions";

/**
 * Grants a staff role to an account, like `npm run user -- grant`. Rejects a grant to the caller's own account.
 */
export function grantStaff(call: Call<typeof contract.grantStaff>) {
  const { config, caller } = call;
  return onRole(contract.grantStaff, call, async (tx, user, role, context) => {
    if (user.id === caller.id) return refused(user.id, "own_role");
    if (user.deactivatedAt) return refused(user.id, "account_closed");
    if (!user.emailConfirmedAt) return refused(user.id, "account_unconfirmed");
    if (user.roles.includes(role)) return refused(user.id, "has_role");
    const given = [...rolesWith(user.roles), role];
    const isLacking = (await lackingOf({ db: tx, config }, user.id, given)).includes(role);
    const outcome = await change(tx, user, role, true, context);
    return {
      ...outcome,
      effects: [...outcome.effects, ...(isLacking ? [{ name: "factor_missing", count: 1 }] : [])],
    };
  });
}

/**
 * Revokes a staff role. Refuses to revoke the last director, because only a command could then grant the role
 * again.
 */
export function revokeStaff(call: Call<typeof contract.revokeStaff>) {
  return onRole(contract.revokeStaff, call, async (tx, user, role, context, directors) => {
    if (!user.roles.includes(role)) return refused(user.id, "has_not_role");
    if (role === "director" && directors.every((id) => id === user.id)) {
      return refused(user.id, "last_director");
    }
    return change(tx, user, role, false, context);
  });
}

/**
 * Ends all sessions of a staff account. Rejects the action on the caller's own account, because users manage their own
 * sessions in the profile.
 */
export function signOutStaff(call: Call<typeof contract.signOutStaff>) {
  return runPersonAction(
    contract.signOutStaff,
    call,
    async (tx, user, context) => {
      if (!runsProgramme(user)) return refused(user.id, "not_staff");
      if (user.id === call.caller.id) return refused(user.id, "own_sessions");
      return endAll(tx, user, context);
    },
    { alsoStaff: true },
  );
}

type RoleCall = Call<typeof contract.grantStaff> | Call<typeof contract.revokeStaff>;

function onRole(
  endpoint: Parameters<typeof executeAction>[0],
  call: RoleCall,
  change: (
    tx: Database,
    user: Person,
    role: GrantedRole,
    context: ActionContext,
    directors: readonly string[],
  ) => Promise<Outcome>,
) {
  const { email, role } = call.body;
  return executeAction(endpoint, call, async (tx, context) => {
    // Lock all directors in a fixed order. If two directors revoke each other's role, the second request fails.
    const directors = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(hasRole("director"), isNull(users.deactivatedAt)))
      .orderBy(asc(users.id))
      .for("update");
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user || user.erasedAt) {
      return fail("invalid_fields", { fields: { email: "invalid_choice" } });
    }
    const ids = directors.map(({ id }) => id);
    return change(tx, user, role as GrantedRole, context, ids);
  });
}

async function change(
  tx: Database,
  user: Person,
  role: GrantedRole,
  granted: boolean,
  context: ActionContext,
): Promise<Outcome> {
  const open = await openSessionsOf(tx, user.id, context.now);
  await giveRole(tx, user, { role, granted }, context);
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const effects = [
    { name: `${granted ? "granted" : "revoked"}_${role}`, count: 1, facts: { name } },
    { name: "signed_out", count: open.length },
  ];
  return { count: 1, to: [user.id], effects: some(effects) };
}

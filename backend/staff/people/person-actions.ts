import { and, eq, inArray, isNull } from "drizzle-orm";
import { CONFIRM_HOURS, EMAIL_BACK_DAYS } from "@/contract/limits";
import * as contract from "@/contract/staff/people-actions";
import type { Effect } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry } from "../../audit-log/entries";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { Failure } from "../../http/failure";
import type { Call, Caller } from "../../http/serve";
import { deactivateAccount } from "../../users/account";
import { reactivate } from "../../users/administer";
import { correctAddress } from "../../users/correct-address";
import { queueRecovery } from "../../users/passwords/recovery";
import { sendLinkAgain } from "../../users/registrations";
import { endSessions, openSessionsOf } from "../../users/sessions/sessions";
import { executeAction, type Outcome } from "../execute-action";
import { personOf, runsProgramme } from "./get-person";

export type Person = typeof users.$inferSelect;

/**
 * Returns a result with one blocker and no effects. The result's count is 0, so overriding the blocker changes nothing.
 */
export function refused(id: string, name: string): Outcome {
  return { count: 0, to: [`${id} ${name}`], effects: [], against: [{ name, count: 1 }] };
}

/** Returns the effects of an action that have a positive count. */
export const some = (effects: readonly Effect[]) => effects.filter(({ count }) => count > 0);

type ActionCall = Parameters<typeof executeAction>[1] & { caller: Caller; params: { id: string } };
type Change = (tx: Database, user: Person, context: ActionContext) => Promise<Outcome>;

/**
 * Runs an action on one person, and locks the person's account. Refuses an action on a staff account unless `alsoStaff`
 * is set.
 */
export function runPersonAction(
  endpoint: Parameters<typeof executeAction>[0],
  call: ActionCall,
  change: Change,
  { alsoStaff = false } = {},
) {
  return executeAction(endpoint, call, async (tx, context) => {
    const { id } = await personOf(tx, call.params.id);
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
    if (!user) throw new Failure("not_found");
    if (!alsoStaff && runsProgramme(user)) return refused(id, "runs_programme");
    return change(tx, user, context);
  });
}

/** Templates of emails with a link that confirms the account's address or sets its password. */
const LINKS = ["confirm", "choose_password", "password_recovery"];

/**
 * Sends a person a new link, which confirms the address or leads to the choice of a password. Refuses while the email
 * with an earlier link is still queued.
 */
export function sendLink(call: Call<typeof contract.sendLink>) {
  return runPersonAction(
    contract.sendLink,
    call,
    async (tx, user, context) => {
      if (user.deactivatedAt) return refused(user.id, "account_closed");
      const waiting = and(
        eq(outbox.userId, user.id),
        inArray(outbox.template, LINKS),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
      );
      if ((await tx.$count(outbox, waiting)) > 0) return refused(user.id, "link_waiting");
      const isProved = user.emailConfirmedAt !== null;
      await (isProved
        ? queueRecovery(tx, user, context.now)
        : sendLinkAgain(tx, user, context.now));
      await appendAuditEntry(tx, context, { act: "user.link", target: { user: user.id } });
      const name = isProved ? "link_password" : "link_confirm";
      return { count: 1, to: [user.id], effects: [{ name, count: 1 }] };
    },
    { alsoStaff: true },
  );
}

/** Corrects a person's email address, like `npm run user -- correct` (rule account.email-correction). */
export function correctEmail(call: Call<typeof contract.correctEmail>) {
  const { email } = call.body;
  return runPersonAction(contract.correctEmail, call, async (tx, user, context) => {
    const came = await correctAddress(tx, user, email, context);
    const facts = { email };
    if (came === "moved") {
      return { count: 1, to: [user.id], effects: [{ name: "address_moved", count: 1, facts }] };
    }
    if (came !== "asked") return refused(user.id, came);
    const effects: Effect[] = [
      { name: "address_asked", count: 1, facts: { ...facts, hours: String(CONFIRM_HOURS) } },
      { name: "address_told", count: 1, facts: { days: String(EMAIL_BACK_DAYS) } },
    ];
    return { count: 1, to: [user.id], effects };
  });
}

/** Ends all sessions of a person and returns the number of ended sessions. */
export async function endAll(tx: Database, user: Person, context: ActionContext): Promise<Outcome> {
  const open = await openSessionsOf(tx, user.id, context.now);
  if (open.length === 0) return refused(user.id, "no_sessions");
  await endSessions(tx, user.id, { now: context.now });
  await appendAuditEntry(tx, context, { act: "user.sign-out", target: { user: user.id } });
  return {
    count: open.length,
    to: open.map(({ id }) => id),
    effects: [{ name: "signed_out", count: open.length }],
  };
}

export function signOutPerson(call: Call<typeof contract.signOutPerson>) {
  return runPersonAction(contract.signOutPerson, call, endAll);
}

/** Counts the submissions of a person that evaluators can see now. */
function countInSelection(tx: Executor, userId: string): Promise<number> {
  const own = tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId));
  return tx.$count(submissions, and(submissions.current, inArray(submissions.projectId, own)));
}

/** Deactivates an account, as the account's owner can do on the profile page. */
export function deactivatePerson(call: Call<typeof contract.deactivatePerson>) {
  return runPersonAction(contract.deactivatePerson, call, async (tx, user, context) => {
    if (user.deactivatedAt) return refused(user.id, "account_closed");
    const open = await openSessionsOf(tx, user.id, context.now);
    const before = await countInSelection(tx, user.id);
    await deactivateAccount(tx, call.config, user, context.now);
    const hidden = before - (await countInSelection(tx, user.id));
    await appendAuditEntry(tx, context, { act: "user.deactivate", target: { user: user.id } });
    const effects = [
      { name: "account_closed", count: 1, facts: { days: String(call.config.ERASE_AFTER_DAYS) } },
      { name: "signed_out", count: open.length },
      { name: "left_selection", count: hidden },
    ];
    return { count: 1, to: [user.id], effects: some(effects) };
  });
}

/** Reactivates a deactivated account, like `npm run user -- reactivate`. */
export function reactivatePerson(call: Call<typeof contract.reactivatePerson>) {
  return runPersonAction(contract.reactivatePerson, call, async (tx, user, context) => {
    const before = await countInSelection(tx, user.id);
    try {
      if (!(await reactivate(tx, user.email))) return refused(user.id, "in_use");
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refused(user.id, "in_other_team");
    }
    await appendAuditEntry(tx, context, { act: "user.reactivate", target: { user: user.id } });
    const back = (await countInSelection(tx, user.id)) - before;
    const effects = [
      { name: "account_back", count: 1 },
      { name: "back_in_selection", count: back },
    ];
    return { count: 1, to: [user.id], effects: some(effects) };
  });
}

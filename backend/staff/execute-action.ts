import { createHash } from "node:crypto";
import { and, isNull } from "drizzle-orm";
import type { Confirm, Endpoint, TwoPersonAction } from "@/contract/endpoint";
import type { ActionPreview, Effect, PreviewContent } from "@/contract/staff/preview";
import type { ActionContext } from "../audit-log/entries";
import {
  type ActionResult,
  executeOrRollBack,
  isQueuedHere,
} from "../audit-log/execute-or-roll-back";
import { RuleViolation } from "../audit-log/rule-violation";
import { type Database, sqlState } from "../db/connect";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import type { Caller } from "../http/serve";
import { isRejecting } from "../mail/mail-state";
import { actionContextFor } from "./action-context";
import {
  type About,
  describeApproval,
  endApproval,
  findPendingApproval,
  lockSubject,
  requiresApproval,
  type StoredApproval,
  storeApproval,
  subjectOf,
} from "./approvals/pending-approvals";

/** Result of a staff action. Emails queued by the action are counted automatically, unless the action sets `mails`. */
export type Outcome = {
  /** Number of items that the action changes. */
  count: number;
  /**
   * Texts, in any order, from which the hash of the preview is computed. Each text identifies one item, usually by its
   * id. If a rule excludes the item from the action, its text also contains the name of that rule.
   */
  to: readonly string[];
  effects: Effect[];
  /** Ids of the items in display order, if the server selected the items instead of the staff member. */
  chosen?: readonly string[];
  against?: Effect[];
  /**
   * Number of a letter's emails in each language. A letter has too many recipients to list them in `to`, so `to`
   * contains a hash of the recipients.
   */
  mails?: ActionPreview["mails"];
  /**
   * True if the action cannot run even if staff override its blockers, for example because the selection no longer
   * contains the number of items that the staff member saw.
   */
  changed?: boolean;
  /** Target and details of the action, for actions that can require two-person approval. */
  about?: About;
  /** Runs after the commit of the action, for work that cannot be rolled back. */
  after?: () => Promise<unknown>;
};

type ActionCall = Pick<Dependencies, "db" | "notifyMailWorker" | "config"> & {
  arrivedAt: Date;
  caller: Caller;
  params?: Record<string, string>;
  body: {
    reason?: string | undefined;
    plan?: string | undefined;
    typed?: number | undefined;
    anyway?: boolean | undefined;
  };
};
type Change = (db: Database, context: ActionContext) => Promise<Outcome>;
type Executed = {
  made: ActionResult<Outcome> & { lines: number[] | null };
  plan: ActionPreview;
  sha256: string;
};

/**
 * Executes or previews a staff action. Both run the function `change`, so that the preview shows what the execution
 * does (rule staff.shown-first). The transaction commits only if the preview's hash is unchanged and the request
 * contains the confirmation that the endpoint requires.
 *
 * Audit entries have the level "web" and name the caller. With two-person approval (rule staff.two), the first person's
 * confirmation only stores a pending approval.
 *
 * If a concurrent change causes a database error, the action runs again. If the preview then differs, the request fails
 * with 412 (rule staff.at-once).
 *
 * @param change runs in the given transaction. Throws a Failure if there is nothing to preview. Throws a RuleViolation
 * if a rule rejects the whole action; staff cannot override this blocker.
 */
export async function executeAction(
  {
    name,
    confirm = { step: "reason" },
    subject,
  }: Pick<Endpoint, "name" | "confirm"> & {
    /**
     * Key that identifies the action, for locks and pending approvals. The default key is the action's name with its
     * whole input.
     */
    subject?: string;
  },
  call: ActionCall,
  change: Change,
): Promise<ActionPreview> {
  const { db, notifyMailWorker, config, params, body } = call;
  const { reason = "", plan: shown } = body;
  if (shown !== undefined && confirm.step !== "click" && reason === "") {
    fail("invalid_fields", { fields: { reason: "required" } });
  }
  const whole = subjectOf(name, { ...params, ...inputOf(body) });
  const request = { name, confirm, subject: subject ?? whole };
  const ruled: Change = async (tx, context) => {
    // Identical concurrent actions run one after the other, so the second one sees the result of the first.
    if (shown !== undefined) await lockSubject(tx, request.subject);
    return change(tx, context).catch(refusedByRule);
  };
  const run = async () =>
    requiresApproval(confirm, config)
      ? // A transaction supports all methods of `Database` except opening a separate connection.
        db.transaction((tx) => executeWithApproval(tx as unknown as Database, request, call, ruled))
      : { ...(await executeOrPreview(db, request, call, ruled)), line: null };
  const { made, plan, line } = await run().catch((error) => {
    if (!RACES.has(sqlState(error) ?? "")) throw error;
    return run();
  });
  if (made.lines) {
    notifyMailWorker();
    await made.change.after?.();
  }
  return { ...plan, done: made.lines !== null, line: made.lines?.[0] ?? line };
}

/**
 * PostgreSQL error codes of a change that lost against a concurrent change: unique or foreign key, trigger (closed
 * evaluation, released decision), serialization failure, deadlock.
 */
const RACES = new Set(["23505", "23503", "23000", "23001", "40001", "40P01"]);

/**
 * Converts a rule violation into a preview with the rule as its only blocker. `changed` has the effect that the action
 * cannot run even if staff override the blocker.
 */
function refusedByRule(error: unknown): Outcome {
  if (!(error instanceof RuleViolation)) throw error;
  const { why, facts } = error;
  if (why === "no_edition") fail("not_found");
  return {
    count: 0,
    to: [why],
    effects: [],
    against: [{ name: why, count: 1, ...(facts && { facts }) }],
    changed: true,
  };
}

type ActionRequest = { name: string; confirm: Confirm; subject: string };

/**
 * Executes or previews the action. `proposed` is the action's pending approval, or null if no approval is pending.
 * `proposed` is undefined for an action that does not require two people.
 */
async function executeOrPreview(
  db: Database,
  request: ActionRequest,
  { caller, arrivedAt, body }: ActionCall,
  change: Change,
  proposed?: StoredApproval | null,
): Promise<Executed> {
  const { reason = "", plan: shown, anyway: override = false } = body;
  const planned = (made: ActionResult<Outcome>) => {
    const alone = buildPreview(made, request.name, inputOf(body), arrivedAt);
    return proposed === undefined ? alone : withApprovalStep(alone, proposed, caller.id);
  };
  const warned: Change = async (tx, context) => {
    const outcome = await change(tx, context);
    return { ...outcome, effects: [...outcome.effects, ...(await mailsAtRisk(tx))] };
  };
  const made = await executeOrRollBack(
    db,
    actionContextFor(caller, reason, arrivedAt),
    warned,
    (made) => {
      if (shown === undefined) return null;
      const { plan: now } = planned(made);
      if (now.plan !== shown || made.change.changed) fail("plan_changed", { current: now });
      if (now.against.length > 0 && !override) fail("act_refused", { current: now });
      requireTypedCount(request.confirm, now.count, body.typed);
      if (now.second?.step === "wait") fail("act_refused", { current: now });
      return now.second?.step === "propose" ? null : now.plan;
    },
  );
  return { made, ...planned(made) };
}

/**
 * Returns an effect that counts the recipients whose last email was rejected. Considers only emails queued in the open
 * transaction.
 */
async function mailsAtRisk(tx: Database): Promise<Effect[]> {
  const at = and(isNull(outbox.letterId), isQueuedHere, isRejecting(outbox.recipient));
  const rows = await tx.selectDistinct({ to: outbox.recipient }).from(outbox).where(at);
  return rows.length > 0 ? [{ name: "mail_rejected", count: rows.length }] : [];
}

/**
 * Executes or previews an action that requires two-person approval. The first person's confirmation only stores the
 * pending approval. The second person's confirmation executes the action.
 */
async function executeWithApproval(
  tx: Database,
  request: ActionRequest,
  call: ActionCall,
  change: Change,
) {
  const { config, caller, arrivedAt, body } = call;
  const { reason = "", plan: shown } = body;
  const act = request.confirm.second as TwoPersonAction;
  const { subject } = request;
  await lockSubject(tx, subject);
  const proposed = await findPendingApproval(tx, { act, subject }, config, arrivedAt);
  const { made, plan, sha256 } = await executeOrPreview(tx, request, call, change, proposed);
  if (made.lines && proposed) {
    // The executed action's audit entry contains the reason, so the audit entry about the confirmation contains no
    // reason.
    await endApproval(tx, proposed, actionContextFor(caller, "", arrivedAt), "act.confirm");
  }
  const { about } = made.change;
  if (made.lines || shown === undefined || !about) return { made, plan, line: null };
  const by = {
    ...actionContextFor(caller, reason, arrivedAt),
    actorId: caller.id,
    plan: plan.plan,
  };
  const line = await storeApproval(tx, { act, subject, about, shown: contentOf(plan), sha256 }, by);
  return { made, plan, line };
}

/**
 * Rejects the request if the caller must type the number of affected items, and the typed number is missing or wrong.
 */
function requireTypedCount(
  { step, typedAbove, evenToNobody }: Confirm,
  count: number,
  typed?: number,
): void {
  if (evenToNobody && count === 0) return;
  const isAsked = step === "typed" || (typedAbove !== undefined && count > typedAbove);
  if (!isAsked || typed === count) return;
  fail("invalid_fields", {
    fields: { typed: typed === undefined ? "required" : "invalid_choice" },
  });
}

/**
 * Returns the input of an action without the confirmation fields and the selection, because the preview already
 * identifies the selected items.
 */
function inputOf(body: ActionCall["body"] & { selection?: unknown }): object {
  const { reason, plan, typed, anyway: override, selection, ...input } = body;
  return input;
}

function buildPreview(
  { change, mails, cancelled }: ActionResult<Outcome>,
  name: string,
  input: object,
  now: Date,
): { plan: ActionPreview; sha256: string } {
  const { count, effects, against = [], mails: counted = [] } = change;
  const kinds = Map.groupBy(mails, ({ template, language }) => `${template} ${language}`);
  const shown = {
    count,
    effects,
    mails: [...kinds.values()]
      .flatMap((some) => (some[0] ? [{ ...nameOf(some[0]), count: some.length }] : []))
      .concat(counted)
      .sort((one, other) => keyOf(one).localeCompare(keyOf(other))),
    cancelled,
    against,
  };
  // The preview's hash includes the recipients, because the same action for other recipients is a different action.
  const to = change.to.toSorted();
  const mailed = mails.map(({ recipient, template }) => `${template} ${recipient}`).sort();
  const hash = (what: object) =>
    createHash("sha256")
      .update(JSON.stringify({ name, decided: input, ...what, to, mailed }))
      .digest("hex");
  const at = now.toISOString();
  // The hash of a pending approval omits the effect `stays_acts`, which counts audit entries. The audit entry about the
  // proposal increases this count, although the proposed action stays the same.
  const own = { ...shown, effects: effects.filter((one) => one.name !== "stays_acts") };
  const named = change.chosen && { chosen: [...change.chosen] };
  const plan = { done: false, line: null, plan: hash(shown), at, ...shown, ...named };
  return { plan, sha256: hash(own) };
}

const contentOf = ({
  at,
  count,
  effects,
  mails,
  cancelled,
  against,
}: ActionPreview): PreviewContent => {
  return { at, count, effects, mails, cancelled, against };
};

/** Adds the caller's approval step (propose or confirm) to a preview. The preview's hash includes this step. */
function withApprovalStep(
  { plan, sha256 }: Pick<Executed, "plan" | "sha256">,
  proposed: StoredApproval | null,
  callerId: string,
) {
  const isStale = proposed !== null && proposed.row.sha256 !== sha256;
  const isOwn = proposed?.row.proposerId === callerId;
  const step = proposed === null || isStale ? "propose" : isOwn ? "wait" : "confirm";
  const agreed = JSON.stringify([plan.plan, step, proposed?.row.id ?? null]);
  const second = {
    step,
    proposed: proposed && describeApproval(proposed, callerId),
    before: isStale ? proposed.row.shown : null,
  } as const;
  const whole: ActionPreview = {
    ...plan,
    plan: createHash("sha256").update(agreed).digest("hex"),
    second,
  };
  return { plan: whole, sha256 };
}

const nameOf = ({ template, language }: { template: string; language: string }) => ({
  template,
  language,
});
const keyOf = ({ template, language }: { template: string; language: string }) =>
  `${template} ${language}`;

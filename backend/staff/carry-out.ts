import { createHash } from "node:crypto";
import { and, isNull } from "drizzle-orm";
import type { ActForTwo, Confirm, Endpoint } from "@/contract/endpoint";
import type { Effect, Plan, Shown } from "@/contract/staff/plan";
import { type Database, sqlState } from "../db/connect";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import type { Caller } from "../http/serve";
import type { Act } from "../journal/acts";
import { type Attempted, attempt, isQueuedHere } from "../journal/attempt";
import { RuleViolation } from "../journal/rule-violation";
import { isRejecting } from "../mail/mail-state";
import { byCaller } from "./by-caller";
import {
  type About,
  endProposal,
  findProposed,
  isForTwo,
  lockSubject,
  type Proposed,
  propose,
  subjectOf,
  tellProposed,
} from "./proposed/proposed-acts";

/** What an act comes to, without the mails, which are counted for it but where it says how many itself. */
export type Outcome = {
  /** To how many it is done. */
  count: number;
  /** To whom or what: ids, each with whatever stands against it alone, in any order. */
  to: readonly string[];
  effects: Effect[];
  against?: Effect[];
  /** Mails of a letter, which are too many to be read one by one: `to` says to whom. */
  mails?: Plan["mails"];
  /** Another reason why what was shown holds no longer: the selection has another size. */
  changed?: boolean;
  /** What it is about, of an act that two people may have to decide. */
  about?: About;
  /** What to do once it is kept: what cannot be taken back. */
  after?: () => Promise<unknown>;
};

type ActCall = Pick<Dependencies, "db" | "wakeMail" | "config"> & {
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
type Change = (db: Database, act: Act) => Promise<Outcome>;
type Carried = {
  made: Attempted<Outcome> & { lines: number[] | null };
  plan: Plan;
  sha256: string;
};

/**
 * Makes an act of the staff area, or shows what it would come to (rule staff.shown-first): the same function either
 * way, and kept only if it comes to what was shown, to the same ones, confirmed as its endpoint asks. Its lines in the log are of the
 * level "web", by the caller. Where two people decide (rule staff.two), the first one's consent is kept in its place.
 *
 * A colleague may have been a moment faster: then the act is looked at again, and is another plan (412; rule staff.at-once).
 *
 * @param change on the open transaction it is given; it throws a Failure where there is nothing to show, and a
 *   RuleViolation where a rule refuses all of it: that stands against the act, and nothing goes past it
 */
export async function carryOutAct(
  { name, confirm = { step: "reason" } }: Pick<Endpoint, "name" | "confirm">,
  call: ActCall,
  change: Change,
): Promise<Plan> {
  const { db, wakeMail, config, params, body } = call;
  const { reason = "", plan: shown } = body;
  if (shown !== undefined && confirm.step !== "click" && reason === "") {
    fail("invalid_fields", { fields: { reason: "required" } });
  }
  const asked = { name, confirm, subject: subjectOf(name, { ...params, ...decisionsOf(body) }) };
  const ruled: Change = async (tx, act) => {
    // The same act, made by several at once, is made one after the other: the second sees what the first has left.
    if (shown !== undefined) await lockSubject(tx, asked.subject);
    return change(tx, act).catch(refusedByRule);
  };
  const run = async () =>
    isForTwo(confirm, config)
      ? // A transaction can do all that a database can, but begin a connection of its own.
        db.transaction((tx) => decideInTwo(tx as unknown as Database, asked, call, ruled))
      : { ...(await carryOut(db, asked, call, ruled)), line: null };
  const { made, plan, line } = await run().catch((error) => {
    if (!RACES.has(sqlState(error) ?? "")) throw error;
    return run();
  });
  if (made.lines) {
    wakeMail();
    await made.change.after?.();
  }
  return { ...plan, done: made.lines !== null, line: made.lines?.[0] ?? line };
}

/**
 * What PostgreSQL says of a change that another one has overtaken: a unique or foreign key, a guard of ours (a closed
 * evaluation, a released decision), an order in which neither could be done first.
 */
const RACES = new Set(["23505", "23503", "23000", "23001", "40001", "40P01"]);

/** An act that a rule refuses whole, as it is shown: it can never be made, whatever its plan. */
function refusedByRule(error: unknown): Outcome {
  if (!(error instanceof RuleViolation)) throw error;
  const { why } = error;
  if (why === "no_edition") fail("not_found");
  return { count: 0, to: [why], effects: [], against: [{ name: why, count: 1 }], changed: true };
}

type Asked = { name: string; confirm: Confirm; subject: string };

/** The act itself, made or shown; what was proposed is there only where two people decide. */
async function carryOut(
  db: Database,
  asked: Asked,
  { caller, arrivedAt, body }: ActCall,
  change: Change,
  proposed?: Proposed | null,
): Promise<Carried> {
  const { reason = "", plan: shown, anyway = false } = body;
  const planned = (made: Attempted<Outcome>) => {
    const alone = planOf(made, asked.name, decisionsOf(body), arrivedAt);
    return proposed === undefined ? alone : inTwo(alone, proposed, caller.id);
  };
  const warned: Change = async (tx, act) => {
    const outcome = await change(tx, act);
    return { ...outcome, effects: [...outcome.effects, ...(await mailsAtRisk(tx))] };
  };
  const made = await attempt(db, byCaller(caller, reason, arrivedAt), warned, (made) => {
    if (shown === undefined) return null;
    const { plan: now } = planned(made);
    if (now.plan !== shown || made.change.changed) fail("plan_changed", { current: now });
    if (now.against.length > 0 && !anyway) fail("act_refused", { current: now });
    requireNumber(asked.confirm, now.count, body.typed);
    if (now.second?.step === "wait") fail("act_refused", { current: now });
    return now.second?.step === "propose" ? null : now.plan;
  });
  return { made, ...planned(made) };
}

/** How many of the addresses that the open transaction writes to rejected their last mail. */
async function mailsAtRisk(tx: Database): Promise<Effect[]> {
  const at = and(isNull(outbox.letterId), isQueuedHere, isRejecting(outbox.recipient));
  const rows = await tx.selectDistinct({ to: outbox.recipient }).from(outbox).where(at);
  return rows.length > 0 ? [{ name: "mail_rejected", count: rows.length }] : [];
}

/** The same where two people decide: the first one's consent makes nothing, the second one's makes it all. */
async function decideInTwo(tx: Database, asked: Asked, call: ActCall, change: Change) {
  const { config, caller, arrivedAt, body } = call;
  const { reason = "", plan: shown } = body;
  const act = asked.confirm.second as ActForTwo;
  const { subject } = asked;
  await lockSubject(tx, subject);
  const proposed = await findProposed(tx, { act, subject }, config, arrivedAt);
  const { made, plan, sha256 } = await carryOut(tx, asked, call, change, proposed);
  if (made.lines && proposed) {
    // Why is in the act's own line.
    await endProposal(tx, proposed, byCaller(caller, "", arrivedAt), "act.confirm");
  }
  const { about } = made.change;
  if (made.lines || shown === undefined || !about) return { made, plan, line: null };
  const by = { ...byCaller(caller, reason, arrivedAt), actorId: caller.id, plan: plan.plan };
  const line = await propose(tx, { act, subject, about, shown: shownOf(plan), sha256 }, by);
  return { made, plan, line };
}

/** Whether an act to so many asks for the number to be typed back. */
function requireNumber(
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

/** What a body decides: without how it is confirmed, and without the selection, of which the plan has the members. */
function decisionsOf(body: ActCall["body"] & { selection?: unknown }): object {
  const { reason, plan, typed, anyway, selection, ...decided } = body;
  return decided;
}

function planOf(
  { change, mails, cancelled }: Attempted<Outcome>,
  name: string,
  decided: object,
  now: Date,
): { plan: Plan; sha256: string } {
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
  // To whom, too: an act to another dozen is another act.
  const to = change.to.toSorted();
  const mailed = mails.map(({ recipient, template }) => `${template} ${recipient}`).sort();
  const hash = (what: object) =>
    createHash("sha256")
      .update(JSON.stringify({ name, decided, ...what, to, mailed }))
      .digest("hex");
  const at = now.toISOString();
  // A line more in the log, such as the proposal's own, is no other act.
  const own = { ...shown, effects: effects.filter((one) => one.name !== "stays_acts") };
  return { plan: { done: false, line: null, plan: hash(shown), at, ...shown }, sha256: hash(own) };
}

const shownOf = ({ at, count, effects, mails, cancelled, against }: Plan): Shown => {
  return { at, count, effects, mails, cancelled, against };
};

/** A plan where two people decide: what the caller's consent would be, which is part of what they agree to. */
function inTwo(
  { plan, sha256 }: Pick<Carried, "plan" | "sha256">,
  proposed: Proposed | null,
  callerId: string,
) {
  const isStale = proposed !== null && proposed.row.sha256 !== sha256;
  const isOwn = proposed?.row.proposerId === callerId;
  const step = proposed === null || isStale ? "propose" : isOwn ? "wait" : "confirm";
  const agreed = JSON.stringify([plan.plan, step, proposed?.row.id ?? null]);
  const second = {
    step,
    proposed: proposed && tellProposed(proposed, callerId),
    before: isStale ? proposed.row.shown : null,
  } as const;
  const whole: Plan = { ...plan, plan: createHash("sha256").update(agreed).digest("hex"), second };
  return { plan: whole, sha256 };
}

const nameOf = ({ template, language }: { template: string; language: string }) => ({
  template,
  language,
});
const keyOf = ({ template, language }: { template: string; language: string }) =>
  `${template} ${language}`;

import type { z } from "zod";
import * as contract from "@/contract/staff/evaluators";
import type { Effect } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Database } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { reopenEvaluation as reopen } from "../../evaluations/close/verify-record";
import { isStored } from "../../evaluations/own-rounds";
import { remindEvaluatorNow } from "../../evaluations/remind-now";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { agreeCapacity, dismissEvaluator, inviteEvaluator } from "../../users/invitation/invite";
import { countLostReadings } from "../assignment/read-matrix";
import { eachOf } from "../each-of";
import { executeAction, type Outcome } from "../execute-action";
import { roundData, roundEffects } from "../shown-round";
import { juryMatching, type Member } from "./jury-matching";

type Asked = Pick<z.output<(typeof contract.remindEvaluators)["body"]>, "selection" | "round">;
type Chosen = Member & { id: string };

/**
 * Returns the evaluators that staff selected by id or by query, in the order of the list. Fails with 404 if the edition
 * is not the current one.
 */
async function chosenEvaluators(db: Database, { selection, round: number }: Asked, now: Date) {
  const query = "ids" in selection ? {} : selection.query;
  const asked = { ...query, round: number ?? query.round };
  const { round, matching } = await juryMatching(db, asked, now);
  if ((await findCurrentEdition(db, now))?.id !== round.editionId) fail("not_found");
  const chosen: Chosen[] = matching
    .map((one) => ({ ...one, id: one.user.id }))
    .filter(({ id }) => !("ids" in selection) || selection.ids.includes(id));
  return { round, chosen };
}

/**
 * Runs a change for each selected evaluator. `say` receives the evaluators whose change succeeded, and returns the
 * preview's effects.
 */
async function toEach(
  db: Database,
  asked: Asked,
  context: ActionContext,
  change: (tx: Database, one: Chosen, round: Round) => Promise<unknown>,
  say: (done: Chosen[], round: Round) => Effect[] | Promise<Effect[]>,
): Promise<Outcome> {
  const { selection } = asked;
  const { round, chosen } = await chosenEvaluators(db, asked, context.now);
  const { done, ...outcome } = await eachOf(db, chosen, (tx, one) => change(tx, one, round));
  return {
    ...outcome,
    count: done.length,
    effects: (await say(done, round)).filter(({ count }, index) => index === 0 || count > 0),
    changed: "count" in selection && selection.count !== chosen.length,
  };
}

/**
 * Sends new invitation links to the selected people who have not answered their invitation. Their older links stop
 * working.
 */
export function inviteAgain(call: Call<typeof contract.inviteAgain>) {
  return executeAction(contract.inviteAgain, call, (db, context) =>
    toEach(
      db,
      call.body,
      context,
      async (tx, { state, user }, round) => {
        if (state !== "invited" && state !== "unanswered") {
          throw new RuleViolation(`${user.email} has answered.`, "has_answered");
        }
        const { email, firstName, lastName, language } = user;
        const by = context.actorId;
        const person = { email, firstName, lastName, language, by, round: round.number };
        const made = await inviteEvaluator(tx, person, context.now);
        if (made === "evaluation_over") {
          throw new RuleViolation("The evaluation has ended.", "evaluation_over");
        }
        if (made === "staff_on_jury") {
          throw new RuleViolation("Staff read the results of earlier rounds.", "staff_on_jury");
        }
        const data = { role: "evaluator", ...roundData(round) };
        await appendAuditEntry(tx, context, {
          act: "user.invite",
          target: { user: user.id },
          data,
        });
      },
      (done, round) => [{ name: "invited", count: done.length }, ...roundEffects(round)],
    ),
  );
}

/** Reminds the selected evaluators of the projects that they have not scored. */
export function remindEvaluators(call: Call<typeof contract.remindEvaluators>) {
  return executeAction(contract.remindEvaluators, call, (db, context) =>
    toEach(
      db,
      call.body,
      context,
      (tx, { state, user }, round) => {
        if (contract.isOnJury(state)) return remindEvaluatorNow(tx, round, user, context);
        throw new RuleViolation(`${user.email} is not on the jury.`, "not_on_jury");
      },
      (done, round) => [{ name: "reminded", count: done.length }, ...roundEffects(round)],
    ),
  );
}

/** Sets the maximum number of projects that each selected evaluator reads. */
export function setCapacities(call: Call<typeof contract.setCapacities>) {
  const { capacity } = call.body;
  const name = capacity === null ? "capacity_all" : "capacity";
  const facts = capacity === null ? {} : { facts: { capacity: String(capacity) } };
  return executeAction(contract.setCapacities, call, (db, context) =>
    toEach(
      db,
      call.body,
      context,
      async (tx, { state, user }, round) => {
        if (state === "declined") throw new RuleViolation(`${user.email} said no.`, "said_no");
        await agreeCapacity(tx, round, user.id, capacity);
        const target = { ...editionTarget(round.edition), user: user.id };
        const data = { capacity: String(capacity ?? "all"), ...roundData(round) };
        await appendAuditEntry(tx, context, { act: "evaluation.capacity", target, data });
      },
      (done, round) => [{ name, count: done.length, ...facts }, ...roundEffects(round)],
    ),
  );
}

/**
 * Removes the selected evaluators from the jury, like `npm run user -- revoke evaluator`, or revokes their
 * invitation.
 */
export function dismissEvaluators(call: Call<typeof contract.dismissEvaluators>) {
  return executeAction(contract.dismissEvaluators, call, (db, context) =>
    toEach(
      db,
      call.body,
      context,
      async (tx, { user }) => {
        await dismissEvaluator(tx, user, context.now);
        const data = { role: "evaluator" };
        await appendAuditEntry(tx, context, {
          act: "user.revoke",
          target: { user: user.id },
          data,
        });
      },
      async (done, round) => {
        // Scores of closed evaluations stay in the ranking, so projects lose a reader only if the removed evaluator's
        // evaluation is open.
        const open = done.filter(({ state }) => contract.isOnJury(state) && state !== "closed");
        const left = open.map(({ id }) => id);
        const none = { lost: 0, few: 0 };
        const { lost, few } = left.length > 0 ? await countLostReadings(db, round, left) : none;
        return [
          { name: "dismissed", count: done.length },
          { name: "every_round", count: Number(isStored(round)) },
          { name: "closed_stays", count: done.filter(({ closedAt }) => closedAt).length },
          { name: "begun_is_void", count: open.filter(({ begun }) => begun).length },
          { name: "readings_lost", count: lost },
          { name: "readings_few", count: few },
        ];
      },
    ),
  );
}

/** Reopens an evaluator's closed evaluation, like `npm run evaluation -- reopen`. */
export function reopenEvaluation(call: Call<typeof contract.reopenEvaluation>) {
  return executeAction(contract.reopenEvaluation, call, async (db, context) => {
    const { id } = call.params;
    const asked = { selection: { ids: [id] }, round: call.body.round };
    const { round, chosen } = await chosenEvaluators(db, asked, context.now);
    const [one] = chosen;
    if (!one?.closedAt) return fail("not_found");
    // `reopen` requires a reason, but a preview request contains none, so pass "…" instead.
    const because = { ...context, reason: context.reason || "…" };
    const { number, edition } = round;
    await reopen(db, { email: one.user.email, year: edition.year, round: number }, because);
    const effects = [{ name: "reopened", count: 1 }, ...roundEffects(round)];
    return { count: 1, to: [id], effects };
  });
}

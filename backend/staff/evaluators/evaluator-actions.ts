import type { z } from "zod";
import * as contract from "@/contract/staff/evaluators";
import type { Effect } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Database } from "../../db/connect";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { firstRound } from "../../editions/rounds";
import { reopenEvaluation as reopen } from "../../evaluations/close/verify-record";
import { remindEvaluatorNow } from "../../evaluations/remind-now";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { agreeCapacity, dismissEvaluator, inviteEvaluator } from "../../users/invitation/invite";
import { countLostReadings } from "../assignment/read-matrix";
import { eachOf } from "../each-of";
import { executeAction, type Outcome } from "../execute-action";
import { juryMatching, type Member } from "./jury-matching";

type Selection = z.output<(typeof contract.remindEvaluators)["body"]>["selection"];
type Chosen = Member & { id: string };

/**
 * Returns the selected evaluators, by id or by query, in the order of the list. Fails with 404 if the edition
 * is not the current one.
 */
async function chosenEvaluators(db: Database, selection: Selection, now: Date) {
  const query = "ids" in selection ? {} : selection.query;
  const { edition, matching } = await juryMatching(db, query, now);
  if ((await findCurrentEdition(db, now))?.id !== edition.id) fail("not_found");
  const chosen: Chosen[] = matching
    .map((one) => ({ ...one, id: one.user.id }))
    .filter(({ id }) => !("ids" in selection) || selection.ids.includes(id));
  return { edition, chosen };
}

/**
 * Runs a change for each selected evaluator. `say` returns the effects for the evaluators whose change
 * succeeded.
 */
async function toEach(
  db: Database,
  selection: Selection,
  context: ActionContext,
  change: (tx: Database, one: Chosen, edition: Edition) => Promise<unknown>,
  say: (done: Chosen[], edition: Edition) => Effect[] | Promise<Effect[]>,
): Promise<Outcome> {
  const { edition, chosen } = await chosenEvaluators(db, selection, context.now);
  const { done, ...outcome } = await eachOf(db, chosen, (tx, one) => change(tx, one, edition));
  return {
    ...outcome,
    count: done.length,
    effects: (await say(done, edition)).filter(({ count }, index) => index === 0 || count > 0),
    changed: "count" in selection && selection.count !== chosen.length,
  };
}

/**
 * Sends a new invitation link to the selected invited people who have not answered. Their older links stop
 * working.
 */
export function inviteAgain(call: Call<typeof contract.inviteAgain>) {
  return executeAction(contract.inviteAgain, call, (db, context) =>
    toEach(
      db,
      call.body.selection,
      context,
      async (tx, { state, user }) => {
        if (state !== "invited" && state !== "unanswered") {
          throw new RuleViolation(`${user.email} has answered.`, "has_answered");
        }
        const { email, firstName, lastName, language } = user;
        const person = { email, firstName, lastName, language, by: context.actorId };
        if ((await inviteEvaluator(tx, person, context.now)) === "evaluation_over") {
          throw new RuleViolation("The evaluation has ended.", "evaluation_over");
        }
        const data = { role: "evaluator" };
        await appendAuditEntry(tx, context, {
          act: "user.invite",
          target: { user: user.id },
          data,
        });
      },
      (done) => [{ name: "invited", count: done.length }],
    ),
  );
}

/** Reminds the selected evaluators of the projects that they have not read. */
export function remindEvaluators(call: Call<typeof contract.remindEvaluators>) {
  return executeAction(contract.remindEvaluators, call, (db, context) =>
    toEach(
      db,
      call.body.selection,
      context,
      (tx, { state, user }, edition) => {
        if (contract.isOnJury(state))
          return remindEvaluatorNow(tx, firstRound(edition), user, context);
        throw new RuleViolation(`${user.email} is not on the jury.`, "not_on_jury");
      },
      (done) => [{ name: "reminded", count: done.length }],
    ),
  );
}

/** Sets the maximum number of projects that each selected evaluator reads. */
export function setCapacities(call: Call<typeof contract.setCapacities>) {
  const { selection, capacity } = call.body;
  const name = capacity === null ? "capacity_all" : "capacity";
  const facts = capacity === null ? {} : { facts: { capacity: String(capacity) } };
  return executeAction(contract.setCapacities, call, (db, context) =>
    toEach(
      db,
      selection,
      context,
      async (tx, { state, user }, edition) => {
        if (state === "declined") throw new RuleViolation(`${user.email} said no.`, "said_no");
        await agreeCapacity(tx, { edition: edition.id, user: user.id }, capacity);
        const target = { ...editionTarget(edition), user: user.id };
        const data = { capacity: String(capacity ?? "all") };
        await appendAuditEntry(tx, context, { act: "evaluation.capacity", target, data });
      },
      (done) => [{ name, count: done.length, ...facts }],
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
      call.body.selection,
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
      async (done, edition) => {
        // Closed scores stay in the ranking, so only open evaluations lose readings.
        const open = done.filter(({ state }) => contract.isOnJury(state) && state !== "closed");
        const left = open.map(({ id }) => id);
        const none = { lost: 0, few: 0 };
        const { lost, few } =
          left.length > 0 ? await countLostReadings(db, edition.id, left) : none;
        return [
          { name: "dismissed", count: done.length },
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
    const { edition, chosen } = await chosenEvaluators(db, { ids: [id] }, context.now);
    const [one] = chosen;
    if (!one?.closedAt) return fail("not_found");
    // `reopen` stores a reason in the record. A preview has no reason yet, so it uses a placeholder.
    const because = { ...context, reason: context.reason || "…" };
    await reopen(db, { email: one.user.email, year: edition.year }, because);
    return { count: 1, to: [id], effects: [{ name: "reopened", count: 1 }] };
  });
}

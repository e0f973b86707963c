import * as contract from "@/contract/staff/applications";
import { type Effect, endFact } from "@/contract/staff/preview";
import type { Database } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { extendDeadline, extensionEnd, revokeExtension } from "../../project/extend-deadline";
import { remindNow } from "../../project/reminders/remind-now";
import { restoreFor } from "../../project/withdraw-project";
import { executeAction } from "../execute-action";
import { toEach } from "./chosen-applications";

/** Extends the deadline of the selected applications, like `npm run edition -- extend`. */
export function extendApplications(call: Call<typeof contract.extendApplications>) {
  const { selection, until } = call.body;
  return executeAction(contract.extendApplications, call, async (db, context) => {
    const effect = { name: "extended", facts: { until } };
    const outcome = await toEach(db, selection, context, effect, (tx, { email }) =>
      extendDeadline(tx, email, until, context),
    );
    const late = await intoEvaluation(db, until, outcome.count, context.now);
    return { ...outcome, effects: [...outcome.effects, ...late] };
  });
}

/** Returns an effect if the extension ends after the evaluation begins or after the evaluation ends. */
async function intoEvaluation(
  db: Database,
  until: string,
  count: number,
  now: Date,
): Promise<Effect[]> {
  const edition = count === 0 ? null : await findCurrentEdition(db, now);
  if (!edition) return [];
  const { evaluationOpensAt: begins, evaluationClosesAt: ends } = edition;
  const at = extensionEnd(until);
  if (ends && at > ends) {
    return [{ name: "after_evaluation", count, facts: { ends: endFact(ends) } }];
  }
  if (begins && at > begins) {
    return [{ name: "into_evaluation", count, facts: { begins: begins.toISOString() } }];
  }
  return [];
}

/** Revokes the deadline extension of the selected applications, like `npm run edition -- unextend`. */
export function unextendApplications(call: Call<typeof contract.unextendApplications>) {
  return executeAction(contract.unextendApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "unextended" }, (tx, { email }) =>
      revokeExtension(tx, email, context),
    ),
  );
}

/** Restores the selected withdrawn applications, like `npm run edition -- restore`. */
export function restoreApplications(call: Call<typeof contract.restoreApplications>) {
  return executeAction(contract.restoreApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "restored" }, (tx, { userId }) =>
      restoreFor(tx, userId, context, call.config),
    ),
  );
}

/** Sends a reminder for the selected applications that have unsent content. */
export function remindApplications(call: Call<typeof contract.remindApplications>) {
  return executeAction(contract.remindApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "reminded" }, (tx, { userId }) =>
      remindNow(tx, userId, context),
    ),
  );
}

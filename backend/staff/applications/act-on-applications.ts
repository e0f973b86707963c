import * as contract from "@/contract/staff/applications";
import { type Effect, endFact } from "@/contract/staff/plan";
import type { Database } from "../../db/connect";
import { findCurrentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { extendDeadline, extensionEnd, takeBackExtension } from "../../project/extend-deadline";
import { remindNow } from "../../project/reminders/remind-now";
import { restoreFor } from "../../project/withdraw-project";
import { carryOutAct } from "../carry-out";
import { toEach } from "./chosen-applications";

/** Gives those chosen more time, as `npm run edition -- extend` does. */
export function extendApplications(call: Call<typeof contract.extendApplications>) {
  const { selection, until } = call.body;
  return carryOutAct(contract.extendApplications, call, async (db, act) => {
    const effect = { name: "extended", facts: { until } };
    const outcome = await toEach(db, selection, act, effect, (tx, { email }) =>
      extendDeadline(tx, email, until, act),
    );
    const late = await intoEvaluation(db, until, outcome.count, act.now);
    return { ...outcome, effects: [...outcome.effects, ...late] };
  });
}

/** What more time comes to for those who evaluate, where it reaches into their own or beyond. */
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

/** Takes the extension of those chosen back, as `npm run edition -- unextend` does. */
export function unextendApplications(call: Call<typeof contract.unextendApplications>) {
  return carryOutAct(contract.unextendApplications, call, (db, act) =>
    toEach(db, call.body.selection, act, { name: "unextended" }, (tx, { email }) =>
      takeBackExtension(tx, email, act),
    ),
  );
}

/** Takes the withdrawal of those chosen back, as `npm run edition -- restore` does. */
export function restoreApplications(call: Call<typeof contract.restoreApplications>) {
  return carryOutAct(contract.restoreApplications, call, (db, act) =>
    toEach(db, call.body.selection, act, { name: "restored" }, (tx, { userId }) =>
      restoreFor(tx, userId, act, call.config),
    ),
  );
}

/** Reminds those chosen now of what they have not sent. */
export function remindApplications(call: Call<typeof contract.remindApplications>) {
  return carryOutAct(contract.remindApplications, call, (db, act) =>
    toEach(db, call.body.selection, act, { name: "reminded" }, (tx, { userId }) =>
      remindNow(tx, userId, act),
    ),
  );
}

import * as contract from "@/contract/staff/applications";
import type { Call } from "../../http/serve";
import { extendDeadline, takeBackExtension } from "../../project/extend-deadline";
import { remindNow } from "../../project/reminders/remind-now";
import { restoreFor } from "../../project/withdraw-project";
import { carryOutAct } from "../carry-out";
import { toEach } from "./chosen-applications";

/** Gives those chosen more time, as `npm run edition -- extend` does. */
export function extendApplications(call: Call<typeof contract.extendApplications>) {
  const { selection, until } = call.body;
  return carryOutAct(contract.extendApplications, call, (db, act) =>
    toEach(db, selection, act, { name: "extended", facts: { until } }, (tx, { email }) =>
      extendDeadline(tx, email, until, act),
    ),
  );
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

import * as contract from "@/contract/staff/requests";
import type { Call } from "../../http/serve";
import { findAccount } from "../../users/administer";
import { eraseAddress as forget } from "../../users/erase";
import { executeAction } from "../execute-action";
import { lockRequest } from "./data-request-actions";
import { refused, some } from "./person-actions";

/** Erases an email address without an account because of a data request, like `npm run user -- erase`. */
export function eraseAddress(call: Call<typeof contract.eraseAddress>) {
  const { id } = call.params;
  return executeAction(contract.eraseAddress, call, async (tx, context) => {
    const request = await lockRequest(tx, id);
    const { email, kind, answeredOn } = request;
    if (kind !== "erasure" || answeredOn !== null) return refused(id, "not_to_erase");
    if (!email || (await findAccount(tx, email))) return refused(id, "address_of_account");
    const gone = await forget(tx, email, context);
    const effects = [
      { name: "address_erased", count: 1 },
      { name: "goes_whitepaper", count: gone?.whitepaper ?? 0 },
      { name: "goes_mails", count: gone?.mails ?? 0 },
      { name: "request_answered", count: gone?.requests ?? 0 },
    ];
    return {
      count: 1,
      to: [id],
      about: { target: { request: id } },
      effects: some(effects),
    };
  });
}

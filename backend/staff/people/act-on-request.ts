import { eq } from "drizzle-orm";
import { z } from "zod";
import { romeDay } from "@/contract/deadline";
import * as contract from "@/contract/staff/people-acts";
import { dataRequests } from "../../db/schema/accounts";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import type { Act } from "../../journal/acts";
import { closeOne, extendOne, keepRequest } from "../../users/data-requests";
import { carryOutAct } from "../carry-out";
import { actOn, refused } from "./act-on-person";

/** Keeps that a person has asked for something about their data (rule account.requests). */
export function openRequest(call: Call<typeof contract.openRequest>) {
  const { kind, received_on: receivedOn } = call.body;
  if (receivedOn > romeDay(call.arrivedAt)) {
    fail("invalid_fields", { fields: { received_on: "invalid_choice" } });
  }
  return actOn(
    contract.openRequest,
    call,
    async (tx, { id }, act) => {
      await keepRequest(tx, { userId: id, kind, receivedOn }, act);
      return { count: 1, to: [id], effects: [{ name: "request_open", count: 1 }] };
    },
    { alsoStaff: true },
  );
}

/** Takes two months more to answer. */
export function extendRequest(call: Call<typeof contract.extendRequest>) {
  return actOnRequest(contract.extendRequest, call, extendOne, "request_extended");
}

/** Closes a request that was answered. */
export function answerRequest(call: Call<typeof contract.answerRequest>) {
  return actOnRequest(contract.answerRequest, call, closeOne, "request_answered");
}

type RequestCall = Parameters<typeof carryOutAct>[1] & { params: { id: string } };

function actOnRequest(
  endpoint: Parameters<typeof carryOutAct>[0],
  call: RequestCall,
  change: typeof closeOne | typeof extendOne,
  effect: string,
) {
  return carryOutAct(endpoint, call, async (tx, act: Act) => {
    const { id } = call.params;
    if (!z.uuid().safeParse(id).success) return fail("not_found");
    const [request] = await tx
      .select()
      .from(dataRequests)
      .where(eq(dataRequests.id, id))
      .for("update");
    if (!request) return fail("not_found");
    const why = await change(tx, request, act);
    return why ? refused(id, why) : { count: 1, to: [id], effects: [{ name: effect, count: 1 }] };
  });
}

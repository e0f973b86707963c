import { eq } from "drizzle-orm";
import { z } from "zod";
import { romeDay } from "@/contract/deadline";
import * as contract from "@/contract/staff/people-actions";
import * as requests from "@/contract/staff/requests";
import type { ActionContext } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { dataRequests } from "../../db/schema/accounts";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findAccount } from "../../users/administer";
import { appendRequestEntry, closeOne, extendOne, keepRequest } from "../../users/data-requests";
import { executeAction } from "../execute-action";
import { newOwnerFor, ownedBy, ownersOf } from "../owners/owners";
import { refused, runPersonAction } from "./person-actions";

/** Returns the day on which a data request arrived. Rejects a day in the future. */
function dayOf({ body, arrivedAt }: { body: { received_on: string }; arrivedAt: Date }): string {
  if (body.received_on <= romeDay(arrivedAt)) return body.received_on;
  return fail("invalid_fields", { fields: { received_on: "invalid_choice" } });
}

/**
 * Records a data request from an email address (rule account.requests). If an account has this address, the request
 * belongs to the account.
 */
export function openRequestFrom(call: Call<typeof requests.openRequestFrom>) {
  const { email, kind } = call.body;
  const receivedOn = dayOf(call);
  return executeAction(requests.openRequestFrom, call, async (tx, context) => {
    const user = (await findAccount(tx, email)) ?? null;
    const why = await keepRequest(
      tx,
      { user, email: user?.email ?? email, kind, receivedOn },
      context,
    );
    if (why) return refused(user?.id ?? email, why);
    const known = user ? "request_of_account" : "request_of_address";
    const effects = [
      { name: "request_open", count: 1 },
      { name: known, count: 1, facts: { email } },
    ];
    return { count: 1, to: [user?.id ?? email], effects };
  });
}

/** Records a data request of a person with an account (rule account.requests). */
export function openRequest(call: Call<typeof contract.openRequest>) {
  const { kind } = call.body;
  const receivedOn = dayOf(call);
  return runPersonAction(
    contract.openRequest,
    call,
    async (tx, user, context) => {
      const { id, email } = user;
      const why = await keepRequest(tx, { user, email, kind, receivedOn }, context);
      if (why) return refused(id, why);
      return { count: 1, to: [id], effects: [{ name: "request_open", count: 1 }] };
    },
    { alsoStaff: true },
  );
}

/** Extends the time to answer a data request by two months. */
export function extendRequest(call: Call<typeof contract.extendRequest>) {
  return runRequestAction(contract.extendRequest, call, extendOne, "request_extended");
}

/** Marks a data request as answered. */
export function answerRequest(call: Call<typeof contract.answerRequest>) {
  return runRequestAction(contract.answerRequest, call, closeOne, "request_answered");
}

/**
 * Puts a colleague in charge of a data request, or leaves the request without a colleague in charge. The preview names
 * the colleague who was in charge before.
 */
export function assignRequest(call: Call<typeof requests.assignRequest>) {
  const { owner: choice } = call.body;
  return executeAction(requests.assignRequest, call, async (tx, context) => {
    const owner = await newOwnerFor(tx, choice, call.caller.id);
    const request = await lockRequest(tx, call.params.id);
    if (request.ownerId === (owner?.id ?? null)) return refused(request.id, "assigned_already");
    const former = (await ownersOf(tx, [request]))(request);
    await tx
      .update(dataRequests)
      .set(ownedBy(owner, context.actorId, context.now))
      .where(eq(dataRequests.id, request.id));
    await appendRequestEntry(tx, context, "request.assign", request, owner?.id);
    const effects = [
      owner
        ? { name: "request_assigned", count: 1, facts: { name: owner.name } }
        : { name: "request_unassigned", count: 1 },
      ...(former ? [{ name: "taken_from", count: 1, facts: { name: former.name } }] : []),
    ];
    return { count: 1, to: [request.id], effects };
  });
}

/**
 * Returns a data request and locks its row, so that no concurrent transaction changes it. Fails with 404 if the request
 * does not exist.
 */
export async function lockRequest(
  tx: Executor,
  id: string,
): Promise<typeof dataRequests.$inferSelect> {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const [request] = await tx
    .select()
    .from(dataRequests)
    .where(eq(dataRequests.id, id))
    .for("update");
  return request ?? fail("not_found");
}

type RequestCall = Parameters<typeof executeAction>[1] & { params: { id: string } };

function runRequestAction(
  endpoint: Parameters<typeof executeAction>[0],
  call: RequestCall,
  change: typeof closeOne | typeof extendOne,
  effect: string,
) {
  return executeAction(endpoint, call, async (tx, context: ActionContext) => {
    const { id } = call.params;
    const request = await lockRequest(tx, id);
    const why = await change(tx, request, context);
    return why ? refused(id, why) : { count: 1, to: [id], effects: [{ name: effect, count: 1 }] };
  });
}

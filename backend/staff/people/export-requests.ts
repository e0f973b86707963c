import { inArray } from "drizzle-orm";
import { exportRequests as contract } from "@/contract/staff/requests";
import { dataRequests } from "../../db/schema/accounts";
import { messagesIn } from "../../documents/messages";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { tellRequest } from "../../users/data-requests";
import { ownersOf } from "../owners/owners";
import { receiptsOfPeople } from "../receipts-of";
import { requireKeyForAll } from "../record-export";
import { type ExportValues, inBatches, sendExport } from "../write-export";
import { requestIds, requestsMatching, selectRequests } from "./list-data-requests";

/** Exports the matching data requests as a table, starting with the latest due day. */
export async function exportRequests(call: Call<typeof contract>) {
  const { config, arrivedAt } = call;
  const { format, columns, ...filter } = call.query;
  // Without a search text, the export contains the requests of many people, so the export requires a passkey.
  await requireKeyForAll(call, contract, { search: filter.search });
  const { tables } = messagesIn(call.language);
  return sendExport(call, {
    ...{ list: "requests", options: { format, columns }, filter, values: VALUES },
    name: [
      fileSlug(tables.states.requests[filter.state]),
      ...(filter.search ? [tables.filtered] : []),
    ],
    async rows(tx) {
      const where = requestsMatching(filter, config, arrivedAt, call.caller.id);
      return inBatches(await requestIds(tx, where), async (some) => {
        const found = await selectRequests(tx, inArray(dataRequests.id, some));
        const ownerOf = await ownersOf(
          tx,
          found.map(({ request }) => request),
        );
        const numbersOf = await receiptsOfPeople(
          tx,
          found.flatMap(({ person }) => person ?? []),
        );
        return found.map(({ request, ...whose }) => ({
          ...tellRequest(request),
          ...whose,
          owner: ownerOf(request),
          numbers: whose.person === null ? [] : numbersOf(whose.person),
        }));
      });
    },
  });
}

type Found = Awaited<ReturnType<typeof selectRequests>>[number];
type Row = ReturnType<typeof tellRequest> &
  Omit<Found, "request"> & { owner: { name: string } | null; numbers: string[] };

/**
 * Functions that return the column values for `EXPORT_COLUMNS.requests`. Days are texts, because a date value would
 * also contain a time.
 */
const VALUES: ExportValues<Row> = {
  kind: ({ kind }, { tables }) => tables.kinds[kind],
  state: ({ answered_on }, { tables }) => tables.states.requests[answered_on ? "answered" : "open"],
  owner: ({ owner }) => owner?.name ?? "",
  id: ({ id }) => id,
  person: ({ name }) => name,
  email: ({ email }) => email,
  numbers: ({ numbers }) => numbers.join(", "),
  received: ({ received_on }) => received_on,
  due: ({ due_on }) => due_on,
  answered: ({ answered_on }) => answered_on,
  note: ({ note }) => note,
  extension: ({ extension }) => extension,
  answer: ({ answer }) => answer,
};

import { desc, inArray } from "drizzle-orm";
import { exportPeople as contract, type PersonRow } from "@/contract/staff/people";
import { users } from "../../db/schema/accounts";
import { messagesIn } from "../../documents/messages";
import { fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { receiptsOfPeople } from "../receipts-of";
import { requireKeyForAll } from "../record-export";
import { type ExportValues, inBatches, sendExport } from "../write-export";
import { peopleMatching } from "./people-filter";
import { registeredAt, selectPeople, toRow } from "./people-rows";

/** Exports the matching people as a table, newest account first. */
export async function exportPeople(call: Call<typeof contract>) {
  const { config, arrivedAt: now } = call;
  const { format, columns, ...filter } = call.query;
  await requireKeyForAll(call, contract, filter);
  const { tables } = messagesIn(call.language);
  const { state, role, ...others } = filter;
  const ground = { config, now };
  return sendExport(call, {
    ...{ list: "people", options: { format, columns }, filter, values: VALUES },
    name: [
      ...(state ? [fileSlug(tables.states.people[state])] : []),
      ...(role ? [fileSlug(tables.roles[role])] : []),
      ...(Object.keys(others).length > 0 ? [tables.filtered] : []),
    ],
    async rows(tx) {
      const found = await tx
        .select({ id: users.id })
        .from(users)
        .where(peopleMatching(filter, ground))
        .orderBy(desc(registeredAt), desc(users.id));
      const ids = found.map(({ id }) => id);
      return inBatches(ids, async (some) => {
        const numbersOf = await receiptsOfPeople(tx, some);
        return (await selectPeople(tx, inArray(users.id, some))).map((row) => ({
          ...toRow(row, ground),
          numbers: numbersOf(row.id),
        }));
      });
    },
  });
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Functions that return the column values for `EXPORT_COLUMNS.people`. */
const VALUES: ExportValues<PersonRow & { numbers: string[] }> = {
  person: ({ name }) => name,
  email: ({ email }) => email,
  language: ({ language }) => language,
  id: ({ id }) => id,
  state: ({ state }, { tables }) => tables.states.people[state],
  roles: ({ roles }, { tables }) => roles.map((role) => tables.roles[role]).join(", "),
  applications: ({ applications }) => applications,
  numbers: ({ numbers }) => numbers.join(", "),
  registered: ({ registered_at }) => toDate(registered_at),
  seen: ({ seen_at }) => toDate(seen_at),
  erases: ({ erases_at }) => toDate(erases_at),
  request_due: ({ request_due_on }) => request_due_on,
};

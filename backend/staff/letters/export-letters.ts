import { desc, inArray } from "drizzle-orm";
import type { exportLetters as contract, LetterRow } from "@/contract/staff/letters";
import { MAIL_STATES } from "@/contract/staff/mail-activity";
import { letters } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { type ExportValues, inBatches, sendExport } from "../write-export";
import { selectLetters, toRows } from "./list-letters";

/** Exports all letters with their delivery states as a table, newest first. Never includes recipients. */
export function exportLetters(call: Call<typeof contract>) {
  return sendExport(call, {
    ...{ list: "letters", options: call.query, filter: {}, values: VALUES, name: [] },
    async rows(tx) {
      const all = await selectLetters(tx).orderBy(desc(letters.createdAt), desc(letters.id));
      const ids = all.map(({ id }) => id);
      return inBatches(ids, async (some) =>
        toRows(tx, await selectLetters(tx).where(inArray(letters.id, some))),
      );
    },
  });
}

/** Functions that return the column values for `EXPORT_COLUMNS.letters`. */
const VALUES: ExportValues<LetterRow> = {
  subject: ({ subjects }) => subjects.map(({ subject }) => subject).join(" / "),
  audience: ({ audience }, { tables }) => tables.audiences[audience],
  edition: ({ edition }) => edition,
  sender: ({ who }) => who ?? "",
  queued: ({ at }) => new Date(at),
  id: ({ id }) => id,
  recipients: ({ count }) => count,
  left_out: ({ left_out }) => left_out,
  ...Object.fromEntries(
    MAIL_STATES.map((state) => [state, ({ states }: LetterRow) => states[state]]),
  ),
};

import { and, gt } from "drizzle-orm";
import { exportActs as contract } from "@/contract/staff/audit-log";
import { readAuditEntries } from "../audit-log/read-entries";
import type { Executor } from "../db/connect";
import { auditEntries } from "../db/schema/audit-log";
import { messagesIn } from "../documents/messages";
import type { Call } from "../http/serve";
import { factTexts, logText } from "./entry-texts";
import { auditEntriesMatching, describeEntry } from "./list-audit-log";
import { requireKeyForAll } from "./record-export";
import { type ExportValues, sendExport } from "./write-export";

/**
 * Exports the matching audit entries as a table, oldest first, with the labels of the staff pages. The audit log
 * records the export itself as the next entry.
 */
export async function exportActs(call: Call<typeof contract>) {
  const { db } = call;
  const { format, columns, ...filter } = call.query;
  await requireKeyForAll(call, contract, filter);
  const where = await auditEntriesMatching(db, filter);
  const { edition, ...others } = filter;
  const isFiltered = Object.keys(others).length > 0;
  return sendExport(call, {
    ...{ list: "log", options: { format, columns }, filter, values: VALUES },
    ...(edition !== undefined && { target: { year: String(edition) } }),
    name: [
      ...(edition === undefined ? [] : [edition]),
      ...(isFiltered ? [messagesIn(call.language).tables.filtered] : []),
    ],
    rows: (tx) => readAll(tx, where),
  });
}

type Row = ReturnType<typeof describeEntry>;

/** Number of audit entries read at a time, so that memory use does not grow with the length of the log. */
const BATCH = 500;

async function* readAll(tx: Executor, where: Awaited<ReturnType<typeof auditEntriesMatching>>) {
  let last = 0;
  for (;;) {
    const page = and(where, gt(auditEntries.number, last));
    const lines = await readAuditEntries(tx, page, "oldest").limit(BATCH);
    yield* lines.map(describeEntry);
    last = lines.at(-1)?.number ?? last;
    if (lines.length < BATCH) return;
  }
}

/** Functions that return the column values for `EXPORT_COLUMNS.log`. */
const VALUES: ExportValues<Row> = {
  number: ({ number }) => number,
  at: ({ at }) => new Date(at),
  level: ({ level }, words) => logText(words, "level", level),
  who: ({ who }) => who,
  act: ({ act }, words) => logText(words, "act", act),
  // Export the year as text, because spreadsheets would format a number as a quantity.
  edition: ({ edition }) => (edition === null ? null : String(edition)),
  person: ({ person }) => person && (person.email ?? person.id),
  mail: ({ mail }) => mail,
  facts: ({ facts }, words) => factTexts(facts, words),
  anyway: ({ anyway }, { log }) => (anyway ? log.yes : null),
  reason: ({ reason }) => reason,
  sha256: ({ sha256 }) => sha256,
};

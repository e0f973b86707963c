import { exportActs as contract } from "@/contract/staff/audit-log";
import { readAuditEntries } from "../audit-log/read-entries";
import { writeCsv } from "../documents/csv";
import { messagesIn } from "../documents/messages";
import { download } from "../http/download";
import type { Call } from "../http/serve";
import { auditEntriesMatching, describeEntry } from "./list-audit-log";
import { recordExport, requireKeyForAll } from "./record-export";

/**
 * Exports the matching audit log entries as a table, oldest first, with the stored names of actions, levels,
 * and facts. The export itself becomes the next entry.
 */
export async function exportActs(call: Call<typeof contract>) {
  const { db, query, language } = call;
  await requireKeyForAll(call, contract, query);
  const lines = (await readAuditEntries(db, await auditEntriesMatching(db, query), "oldest")).map(
    describeEntry,
  );
  const target = query.edition === undefined ? {} : { year: String(query.edition) };
  await recordExport(call, { target, table: "log", filter: query, count: lines.length });
  const { log: words } = messagesIn(language);
  const table = {
    name: words.name,
    sheet: words.name,
    fixed: 1,
    columns: Object.values(words.columns).map((title) => ({ title })),
    rows: lines.map((line) => [
      line.number,
      new Date(line.at),
      line.level,
      line.who,
      line.act,
      // As text, because the year is not a quantity.
      line.edition === null ? null : String(line.edition),
      line.person && (line.person.email ?? line.person.id),
      line.mail,
      Object.entries(line.facts)
        .map(([name, value]) => `${name}: ${value}`)
        .join("; "),
      line.anyway ? words.yes : null,
      line.reason,
      line.sha256,
    ]),
  };
  return download(writeCsv(table, language), {
    type: "text/csv; charset=utf-8",
    name: `${words.name}.csv`,
    headers: { "X-WP-Total": String(lines.length) },
  });
}

import type { Endpoint } from "@/contract/endpoint";
import type { ExportFormat } from "@/contract/staff/export-options";
import type { ExportList } from "@/contract/staff/exports";
import { type AuditEntry, appendAuditEntry } from "../audit-log/entries";
import type { Call } from "../http/serve";
import { requireReauthentication } from "../users/reauthentication";
import { actionContextFor } from "./action-context";

type Exporting = Pick<Call<Endpoint>, "db" | "config" | "caller" | "now" | "arrivedAt">;

/**
 * Rejects an export without filters if the caller has not re-authenticated with a passkey within the last
 * minutes.
 */
export async function requireKeyForAll(call: Exporting, endpoint: Endpoint, filter: Filter) {
  // A round is another list, not a part of one.
  const { round: _, ...narrowing } = filter;
  if (filtersOf(narrowing).length > 0) return;
  await requireReauthentication({ ...endpoint, proof: "key" }, { ...call, body: undefined });
}

/**
 * Writes an export to the audit log: the table, the filters, the number of rows, and the columns (rule
 * staff.exports). Omits the values of filters that can name a person.
 */
export async function recordExport(
  { db, caller, arrivedAt }: Exporting,
  { target = {}, table, filter, count, columns, format }: Partial<AuditEntry> & Exported,
): Promise<void> {
  const said = filtersOf(filter).map(([name, value]) =>
    NAMES.includes(name) ? name : `${name}=${value}`,
  );
  const data = {
    ...{ table, count: String(count), format, columns: columns.join(" ") },
    ...(said.length > 0 && { filter: said.join(" ") }),
  };
  await appendAuditEntry(db, actionContextFor(caller, "", arrivedAt), {
    act: "table.export",
    target,
    data,
  });
}

/** Filters whose value can identify a person, or is an id that the log cannot show. */
const NAMES = ["search", "who", "person", "evaluator", "tag", "owner"];
/** Parameters that select no rows: the edition, the order, and how the table is written. */
const NO_FILTERS = ["edition", "sort", "format", "columns", "rows"];

type Filter = Record<string, unknown>;
type Exported = {
  table: ExportList | "agreement" | "assignment" | "figures";
  filter: Filter;
  count: number;
  columns: readonly string[];
  format: ExportFormat;
};

const filtersOf = (filter: Filter) =>
  Object.entries(filter).filter(
    ([name, value]) => !NO_FILTERS.includes(name) && value !== undefined && value !== "",
  );

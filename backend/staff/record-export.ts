import type { Endpoint } from "@/contract/endpoint";
import type { ExportFormat } from "@/contract/staff/export-options";
import type { ExportList } from "@/contract/staff/exports";
import { type AuditEntry, appendAuditEntry } from "../audit-log/entries";
import type { Call } from "../http/serve";
import { requireReauthentication } from "../users/reauthentication";
import { actionContextFor } from "./action-context";

type Exporting = Pick<Call<Endpoint>, "db" | "config" | "caller" | "now" | "arrivedAt">;

/** Rejects an export without filters unless the caller recently re-authenticated with a passkey. */
export async function requireKeyForAll(call: Exporting, endpoint: Endpoint, filter: Filter) {
  // The query parameter `round` does not count as a filter, because it selects a different list instead of a part of
  // the same list.
  const { round: _, ...narrowing } = filter;
  if (filtersOf(narrowing).length > 0) return;
  await requireReauthentication({ ...endpoint, proof: "key" }, { ...call, body: undefined });
}

/**
 * Adds an export to the audit log with the table, filters, number of rows, and columns (rule staff.exports). Omits the
 * values of filters that can identify a person.
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

/**
 * Filters whose value the audit log omits: the value can identify a person, or it is an id that the audit log cannot
 * show.
 */
const NAMES = ["search", "who", "person", "evaluator", "tag", "owner"];
/** Query parameters that are not filters: the edition, the order, and the format of the table. */
const NO_FILTERS = ["edition", "sort", "format", "columns", "rows"];

type Filter = Record<string, unknown>;
type Exported = {
  table: ExportList;
  filter: Filter;
  count: number;
  columns: readonly string[];
  format: ExportFormat;
};

const filtersOf = (filter: Filter) =>
  Object.entries(filter).filter(
    ([name, value]) => !NO_FILTERS.includes(name) && value !== undefined && value !== "",
  );

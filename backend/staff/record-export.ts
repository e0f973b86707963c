import type { Endpoint } from "@/contract/endpoint";
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
  if (filtersOf(filter).length > 0) return;
  await requireReauthentication({ ...endpoint, proof: "key" }, { ...call, body: undefined });
}

/**
 * Writes an export of personal data to the audit log: the table, the filters, and the number of rows (rule
 * staff.exports). Omits the values of filters that can name a person.
 */
export async function recordExport(
  { db, caller, arrivedAt }: Exporting,
  { target = {}, table, filter, count }: Partial<AuditEntry> & Exported,
): Promise<void> {
  const said = filtersOf(filter).map(([name, value]) =>
    NAMES.includes(name) ? name : `${name}=${value}`,
  );
  const data = { table, count: String(count), ...(said.length > 0 && { filter: said.join(" ") }) };
  await appendAuditEntry(db, actionContextFor(caller, "", arrivedAt), {
    act: "table.export",
    target,
    data,
  });
}

/** Filters whose value can identify a person. */
const NAMES = ["search", "who", "person", "evaluator"];

type Filter = Record<string, unknown>;
type Exported = {
  table: "applications" | "assignment" | "log" | "selection" | "whitepaper";
  filter: Filter;
  count: number;
};

/** Returns the parameters that select rows. The edition and the order select none. */
const filtersOf = ({ edition, sort, ...filter }: Filter) =>
  Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");

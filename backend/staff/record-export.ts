import type { Endpoint } from "@/contract/endpoint";
import type { Call } from "../http/serve";
import { type ActLine, writeAct } from "../journal/acts";
import { requireProof } from "../users/proof";
import { byCaller } from "./by-caller";

type Exporting = Pick<Call<Endpoint>, "db" | "config" | "caller" | "now" | "arrivedAt">;

/** Refuses a table of everybody to whoever has shown no key for minutes: one that no filter makes smaller. */
export async function requireKeyForAll(call: Exporting, endpoint: Endpoint, filter: Filter) {
  if (filtersOf(filter).length > 0) return;
  await requireProof({ ...endpoint, proof: "key" }, { ...call, body: undefined });
}

/**
 * Puts in the log that somebody takes a table of people along (rule staff.exports): which, by which filter, how many. What
 * was searched for may be a name, and is not said; nor is who acted, or whom it is about.
 */
export async function recordExport(
  { db, caller, arrivedAt }: Exporting,
  { target = {}, table, filter, count }: Partial<ActLine> & Exported,
): Promise<void> {
  const said = filtersOf(filter).map(([name, value]) =>
    NAMES.includes(name) ? name : `${name}=${value}`,
  );
  const data = { table, count: String(count), ...(said.length > 0 && { filter: said.join(" ") }) };
  await writeAct(db, byCaller(caller, "", arrivedAt), { act: "table.export", target, data });
}

/** Filters that somebody may be known by. */
const NAMES = ["search", "who", "person"];

type Filter = Record<string, unknown>;
type Exported = {
  table: "applications" | "log" | "selection" | "whitepaper";
  filter: Filter;
  count: number;
};

const filtersOf = ({ edition, ...filter }: Filter) =>
  Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");

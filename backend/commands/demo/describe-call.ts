import { editionState, romeDay, romeTime } from "@/contract/deadline";
import type { Database } from "../../db/connect";
import { findCurrentEdition, listEditions } from "../../editions/edition";
import { demoDays } from "./editions";

/**
 * If the current call has ended, returns a sentence that says when the next call opens or which command opens it;
 * otherwise null. Starting the product never reopens a closed call, because the call can contain real data.
 */
export async function describeCall(db: Database, now: Date): Promise<string | null> {
  const current = await findCurrentEdition(db, now);
  if (!current || !["closed", "awarded"].includes(editionState(current, now))) return null;
  const over = `The call ${current.year} has been over since ${romeTime(current.closesAt)}, Rome time, and stays closed.`;
  const [newest = current] = await listEditions(db);
  if (newest.opensAt > now) {
    return `${over} Edition ${newest.year} opens on ${romeTime(newest.opensAt)}.`;
  }
  const next = newest.year + 1;
  const { from, until } = demoDays(next, { EDITION_OPENS_ON: romeDay(now) }, now);
  return `${over} To open a new one: npm run edition -- open ${next} --from ${from} --until ${until} --reason "a new call" --yes`;
}

// @ts-check
// The short form: a minute of the last hour, with a thousand people.

import { quantile } from "../../bench/lib/measures.mjs";
import { minute } from "../../bench/saving.mjs";

const PEOPLE = 1000;
const BUDGET_MS = 500;

/** @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked */
export async function measure({ site }) {
  const { times, missing } = await minute(await site(), PEOPLE);
  const saves = times.saves.toSorted((a, b) => a - b);
  const [p95, p99] = [quantile(saves, 0.95), quantile(saves, 0.99)];
  const kinds = [...new Set(times.errors)].join(", ");
  return {
    figure: `${PEOPLE} people in a minute: ${saves.length} saves (p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms), ${times.uploads.length} uploads, ${times.sends.length} sends; ${times.errors.length} errors${kinds && ` (${kinds})`}, ${missing.length} lost`,
    passed: missing.length === 0 && times.errors.length === 0 && p95 < BUDGET_MS,
  };
}

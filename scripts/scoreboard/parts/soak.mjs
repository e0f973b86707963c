// @ts-check
// Hours of the last hour, at a twentieth of its people: what it loses, and whether the process grows.
import { readdirSync, readFileSync } from "node:fs";
import { minute } from "../../bench/saving.mjs";

const PEOPLE = 50;
const BUDGET = { percentAnHour: 1, descriptors: 10 };

/** @param {number} pid */
function held(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return {
    megabytes: Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/**
 * How much a value grows in an hour, by the line that fits best.
 *
 * @param {{ hour: number, value: number }[]} points
 */
function slope(points) {
  const mean = (/** @type {number[]} */ values) =>
    values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(points.map((p) => p.hour)), mean(points.map((p) => p.value))];
  const over = points.reduce((sum, p) => sum + (p.hour - x) * (p.value - y), 0);
  return over / points.reduce((sum, p) => sum + (p.hour - x) ** 2, 0);
}

/**
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked
 * @param {{ hours: number }} measure
 */
export async function measure({ site }, { hours }) {
  if (!hours) return { figure: "asked for by --hours=8", passed: null };
  const opened = await site();
  const began = Date.now();
  const hour = () => (Date.now() - began) / 3_600_000;
  /** @type {{ hour: number, value: number }[]} */
  const memory = [];
  let [lost, errors, saves] = [0, 0, 0];
  const first = held(opened.pid);
  while (hour() < hours) {
    const { times, missing } = await minute(opened, PEOPLE);
    lost += missing.length;
    errors += times.errors.length;
    saves += times.saves.length;
    memory.push({ hour: hour(), value: held(opened.pid).megabytes });
  }
  const last = held(opened.pid);
  // The first third warms up.
  const grown = slope(memory.slice(Math.floor(memory.length / 3)));
  const percent = (grown / last.megabytes) * 100;
  const more = last.descriptors - first.descriptors;
  return {
    figure: `${hours} h, ${saves} saves: ${lost} lost, ${errors} errors, memory ${percent.toFixed(1)} % an hour (${first.megabytes.toFixed(0)} to ${last.megabytes.toFixed(0)} MB), ${more} descriptors more`,
    passed:
      lost === 0 && errors === 0 && percent < BUDGET.percentAnHour && more <= BUDGET.descriptors,
  };
}

// @ts-check
// Simulates the load of the last hour before the deadline for several hours, with a twentieth of its users. Checks for
// lost data and for growing memory.
import { readdirSync, readFileSync } from "node:fs";
import { processorTime } from "../../../scripts/processes/processes.mjs";
import { minute } from "../../bench/saving.mjs";

const PEOPLE = 50;
const BUDGET = { percentAnHour: 1, descriptors: 10 };

/**
 * Returns the memory in megabytes and the number of open files of a process.
 *
 * @param {number} pid
 */
function held(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return {
    megabytes: Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/**
 * Returns the growth of a value per hour by linear regression, and its uncertainty (twice the standard error). With few
 * points, the uncertainty is large.
 *
 * @param {{ hour: number, value: number }[]} points
 */
function slope(points) {
  const sum = (/** @type {(point: { hour: number, value: number }) => number} */ of) =>
    points.reduce((all, point) => all + of(point), 0);
  const [x, y] = [sum((p) => p.hour) / points.length, sum((p) => p.value) / points.length];
  const spread = sum((p) => (p.hour - x) ** 2);
  const grows = sum((p) => (p.hour - x) * (p.value - y)) / spread;
  const rest = sum((p) => (p.value - y - grows * (p.hour - x)) ** 2);
  return { grows, off: 2 * Math.sqrt(rest / (points.length - 2) / spread) };
}

/**
 * Measures whether the site's memory and open files grow during hours of load.
 *
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
  const before = processorTime(opened.pid);
  while (hour() < hours) {
    const { times, missing } = await minute(opened, PEOPLE);
    lost += missing.length;
    errors += times.errors.length;
    saves += times.saves.length;
    memory.push({ hour: hour(), value: held(opened.pid).megabytes });
  }
  const last = held(opened.pid);
  const busy = (processorTime(opened.pid) - before) / (hour() * 36_000);
  // Ignore the first third of the memory measurements as a warm-up.
  const { grows, off } = slope(memory.slice(Math.floor(memory.length / 3)));
  const percent = (/** @type {number} */ value) => (value / last.megabytes) * 100;
  const more = last.descriptors - first.descriptors;
  return {
    figure: `${hours} h, ${saves} saves at ${busy.toFixed(0)} % of a processor: ${lost} lost, ${errors} errors, memory ${percent(grows).toFixed(1)} ± ${percent(off).toFixed(1)} % an hour (${first.megabytes.toFixed(0)} to ${last.megabytes.toFixed(0)} MB), change of file descriptors ${more}`,
    passed:
      lost === 0 &&
      errors === 0 &&
      percent(grows) < BUDGET.percentAnHour &&
      more <= BUDGET.descriptors,
  };
}

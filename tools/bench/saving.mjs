// @ts-check
// Simulates one minute before the deadline. 100 and then 1,000 applicants save every few seconds, and some upload files
// and send. Compares the data that the server confirmed with the stored data. The simulated clients run on the same
// machine as the site.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { processorTime } from "../../scripts/processes/processes.mjs";
import { seedApplicants } from "./lib/applicants.mjs";
import { lost, save, send, upload, wholeDraft } from "./lib/writers.mjs";

const CROWDS = [100, 1000];
const SECONDS = 60;
/** The number of saves of one applicant in the measured minute, as for a user who writes without a pause. */
const SAVES = 10;
/**
 * One in this number of applicants also uploads a deck and a video and sends the application in the measured minute.
 */
const SENDERS = 20;
const BUDGET_MS = 50;

/** @typedef {import("./lib/writers.mjs").Writer} Writer */
/** @typedef {import("./lib/writers.mjs").Times} Times */
/** @typedef {{ deck: Buffer, video: Buffer }} Files */

/**
 * Simulates one minute of an applicant: saves at regular intervals. Some applicants also upload files and send the
 * application at the end.
 *
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {number} index
 * @param {Files} files
 * @param {Times} times
 */
async function live(siteUrl, person, index, files, times) {
  const gap = (SECONDS * 1000) / SAVES;
  const began = performance.now() + Math.random() * gap;
  const sends = index % SENDERS === 0;
  for (let turn = 0; turn < SAVES; turn++) {
    const wait = began + turn * gap - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const typed = { impatto: `${"Scritto nell'ultima ora. ".repeat(turn + 1)}${randomUUID()}` };
    await save(siteUrl, person, turn === 0 ? { ...wholeDraft(), ...typed } : typed, times);
    if (sends && turn === 3) await upload(siteUrl, person, "pitch", "deck.pdf", files.deck, times);
    if (sends && turn === 5) await upload(siteUrl, person, "video", "clip.mp4", files.video, times);
  }
  if (sends) await send(siteUrl, person, times);
}

/**
 * Returns a table row about durations: their number, and their p50, p95, and p99 in milliseconds.
 *
 * @param {string} name
 * @param {number[]} values
 */
function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  /**
   * Returns the duration that the given share of all measured durations does not exceed.
   *
   * @param {number} share
   */
  const at = (share) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  return [name, String(sorted.length), at(0.5), at(0.95), at(0.99)];
}

/**
 * Simulates `count` applicants for one minute. Prints durations and lost data.
 *
 * @param {Pick<import("./lib/measures.mjs").Site, "siteUrl" | "env" | "pid">} site
 * @param {number} count
 */
export async function minute({ siteUrl, env, pid }, count) {
  const files = {
    deck: readFileSync(join(root, "public/policy/whitepaper-it.pdf")),
    video: readFileSync(join(root, "tests/fixtures/videos/clip.mp4")),
  };
  const applicants = await seedApplicants(env, count);
  /** @type {Writer[]} */
  const people = applicants.map((each) => ({ ...each, version: 0, acked: {}, files: [] }));
  /** @type {Times} */
  const times = { saves: [], uploads: [], sends: [], errors: [] };
  const before = processorTime(pid);
  await Promise.all(people.map((person, index) => live(siteUrl, person, index, files, times)));
  const work = processorTime(pid) - before;
  return { times, work, missing: await lost(env, people) };
}

/**
 * Measures many applicants who save at the same time, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const opened = await site();
  for (const count of CROWDS) {
    const [load = 0] = loadavg();
    const { times, work, missing } = await minute(opened, count);
    const [after = 0] = loadavg();
    console.log(
      `${count} applicants in ${SECONDS} s of the last hour (budget with 100: p95 of a save ${BUDGET_MS} ms; load of the machine before ${load.toFixed(1)}, after ${after.toFixed(1)})`,
    );
    console.log(
      table([
        ["", "calls", "p50", "p95", "p99"],
        row("saves", times.saves),
        row("uploads (deck, video)", times.uploads),
        row("sends", times.sends),
      ]),
    );
    console.log(
      `  the processor's time of the site: ${(work / times.saves.length).toFixed(1)} ms per save, with everything else it did`,
    );
    const kinds = [...new Set(times.errors)].join(", ");
    console.log(
      `  errors ${times.errors.length}${kinds && ` (${kinds})`}, lost ${missing.length} ${[...new Set(missing)].slice(0, 5).join(", ")}`,
    );
  }
}

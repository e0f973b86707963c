// @ts-check
// Simulates the last minutes before the deadline: all applicants save every 20 seconds, some upload a video, and all
// send within the last minute. Compares the data that the server confirmed with the stored data.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";
import { root } from "../../../scripts/launcher/paths.mjs";
import { pause, processorTime } from "../../../scripts/processes/processes.mjs";
import { seedApplicants } from "../../bench/lib/applicants.mjs";
import { dice } from "../../bench/lib/dice.mjs";
import { quantile } from "../../bench/lib/measures.mjs";
import { measureMemory } from "../../bench/lib/memory.mjs";
import { lost, save, send, upload, wholeDraft } from "../../bench/lib/writers.mjs";
import { heavyVideo } from "../../bench/uploads.mjs";

const WHOLE = { people: 1000, minutes: 3, sending: 60_000 };
/**
 * The settings of the short run for `npm run test:all`. The short run checks that no data is lost or wrongly rejected,
 * but no response times, because the machine can be slow.
 */
const SHORT = { people: 100, minutes: 1, sending: 30_000 };
const GAP_MS = 20_000;
/** In 20 minutes, a fifth of the applicants upload one video each. A shorter run has fewer videos in proportion. */
const UPLOADS = { minutes: 20, share: 0.2, mebibytes: [20, 40, 60, 80, 100] };
const THOUSANDTHS = Array.from({ length: 1000 }, (_, index) => index / 1000);
const BUDGET_MS = { save95: 500, save99: 1500, send95: 1000 };

/** @typedef {import("../../bench/lib/writers.mjs").Writer} Writer */
/** @typedef {import("../../bench/lib/writers.mjs").Times} Times */
/** @typedef {{ first: number, sends: number, video?: { at: number, bytes: Buffer } }} Plan times of `performance.now()` */

/**
 * Seeds the files that an application requires for sending, except videos that the simulated applicant uploads later.
 *
 * @param {{ DATABASE_URL: string, FILES_DIR: string }} env
 * @param {{ userId: string, plan: Plan }[]} people
 */
async function seedFiles({ DATABASE_URL, FILES_DIR }, people) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows: projects } = await client.query(
    `insert into projects (edition_id, user_id, fields, version, saved_at)
     select e.id, u, '{}', 1, now() from unnest($1::uuid[]) u,
       (select id from editions where now() between opens_at and closes_at order by year desc limit 1) e
     returning id, user_id`,
    [people.map(({ userId }) => userId)],
  );
  const uploaders = people.flatMap(({ userId, plan }) => (plan.video ? [userId] : []));
  /** @type {[field: string, name: string, type: string, path: string][]} */
  const fields = [
    ["pitch", "deck.pdf", "application/pdf", "public/policy/whitepaper-it.pdf"],
    ["video", "clip.mp4", "video/mp4", "tests/fixtures/videos/clip.mp4"],
  ];
  for (const [field, name, type, path] of fields) {
    const bytes = readFileSync(join(root, path));
    const ids = projects
      .filter(({ user_id }) => field !== "video" || !uploaders.includes(user_id))
      .map(({ id }) => id);
    const { rows } = await client.query(
      `insert into files (project_id, field, name, size, type, sha256)
       select p, $2, $3, $4, $5, repeat('0', 64) from unnest($1::uuid[]) p returning id`,
      [ids, field, name, bytes.length, type],
    );
    const model = join(FILES_DIR, `model-${field}`);
    writeFileSync(model, bytes);
    for (const { id } of rows) linkSync(model, join(FILES_DIR, id));
    rmSync(model);
  }
  await client.end();
  if (projects.length !== people.length) throw new Error("no edition is open");
}

/**
 * Simulates one applicant who saves every 20 seconds, uploads the planned video, and sends the application.
 *
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {Plan} plan
 * @param {Times} times
 */
async function live(siteUrl, person, { first, sends, video }, times) {
  const until = (/** @type {number} */ at) => pause(Math.max(0, at - performance.now()));
  let waiting = video;
  const uploadIfDue = async (/** @type {number} */ now) => {
    if (!waiting || now < waiting.at) return;
    const { bytes } = waiting;
    waiting = undefined;
    await upload(siteUrl, person, "video", "clip.mp4", bytes, times);
  };
  for (let at = first; at < sends; at += GAP_MS) {
    await until(at);
    const typed = { impatto: `Scritto nell'ultima ora. ${randomUUID()}` };
    await save(siteUrl, person, at === first ? { ...wholeDraft(), ...typed } : typed, times);
    await uploadIfDue(performance.now());
  }
  // Upload a video now if it is due after the last save, because the application cannot be sent without it.
  await uploadIfDue(Number.POSITIVE_INFINITY);
  await until(sends);
  await send(siteUrl, person, times);
}

/**
 * Simulates the last hour of a call, in which many applicants save, upload, and send.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked
 * @param {{ seed: number, minutes: number, isShort?: boolean }} measure
 */
export async function measure({ site }, { seed, minutes: given, isShort = false }) {
  const { people: crowd, sending, ...usual } = isShort ? SHORT : WHOLE;
  const minutes = given || usual.minutes;
  const { siteUrl, env, pid } = await site();
  const throwDice = dice(seed);
  const random = () => throwDice(THOUSANDTHS);
  const videos = UPLOADS.mebibytes.map((mebibytes) => heavyVideo(mebibytes));
  const number = Math.round((crowd * UPLOADS.share * minutes) / UPLOADS.minutes);
  const last = minutes * 60_000 - sending;
  const applicants = await seedApplicants(env, crowd, minutes + 15);
  // Start in five seconds, to leave time for seeding. Every upload starts early enough to end before the application is
  // sent.
  const began = performance.now() + 5_000;
  const people = applicants.map((each, index) => {
    const bytes = videos[index % videos.length];
    /** @type {Plan} */
    const plan = {
      first: began + random() * GAP_MS,
      sends: began + last + random() * sending,
      ...(index < number && bytes && { video: { at: began + random() * last, bytes } }),
    };
    return { ...each, plan, version: 1, acked: {}, files: [] };
  });
  await seedFiles(env, people);
  /** @type {Times} */
  const times = { saves: [], uploads: [], sends: [], errors: [] };
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  const before = processorTime(pid);
  const held = await measureMemory(pid, () =>
    Promise.all(people.map((person) => live(siteUrl, person, person.plan, times))),
  );
  late.disable();
  // Work after the planned end also counts, so the measured duration can be longer than the requested duration.
  const lasted = performance.now() - began;
  const work = ((processorTime(pid) - before) * 100) / lasted;
  const [load = 0] = loadavg();
  const missing = await lost(env, people);
  const at = (/** @type {number[]} */ values, /** @type {number} */ share) =>
    quantile(
      values.toSorted((a, b) => a - b),
      share,
    );
  const [save95, save99] = [at(times.saves, 0.95), at(times.saves, 0.99)];
  const send95 = at(times.sends, 0.95);
  const kinds = [...new Set(times.errors)].join(", ");
  return {
    figure: [
      `${crowd} applicants for ${minutes} min: ${times.saves.length} saves (p95 ${save95.toFixed(0)} ms, p99 ${save99.toFixed(0)} ms)`,
      `${times.uploads.length} videos of 20–100 MB (p95 ${(at(times.uploads, 0.95) / 1000).toFixed(1)} s)`,
      `${times.sends.length} sends in the last ${sending / 1000} s (p95 ${send95.toFixed(0)} ms)`,
      `${times.errors.length} errors${kinds && ` (${kinds})`}, ${missing.length} lost`,
      `duration ${(lasted / 60_000).toFixed(1)} min, load ${load.toFixed(0)}, site ${work.toFixed(0)} % of a processor, ${held.before.toFixed(0)} MB before and ${held.peak.toFixed(0)} at most`,
      `clients late by ${(late.percentile(99) / 1e6).toFixed(0)} ms (p99)`,
    ].join(", "),
    passed:
      missing.length === 0 &&
      times.errors.length === 0 &&
      times.sends.length === crowd &&
      (isShort ||
        (save95 < BUDGET_MS.save95 && save99 < BUDGET_MS.save99 && send95 < BUDGET_MS.send95)),
  };
}

// @ts-check
// Measures saves while 200 uploaded videos are converted, and without conversions before and after. Prints the ratio,
// and the time until all videos are converted.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { table } from "../../scripts/launcher/report.mjs";
import { seedApplicants } from "./lib/applicants.mjs";
import { quantile } from "./lib/measures.mjs";
import { save, upload, wholeDraft } from "./lib/writers.mjs";

const VIDEOS = 200;
/** Number of parallel uploads. */
const LANES = 4;
/** Number of applicants who save in each phase, and milliseconds between two saves of one applicant. */
const WRITERS = 30;
const GAP = 2_000;
/** Milliseconds of the phases before the uploads and after the conversions. */
const QUIET = 45_000;
/** Milliseconds between two checks of the queue of videos to convert. */
const LOOK = 1_000;
const BUDGET = { ratio: 1.1, minutes: 10 };
const HOUR_MINUTES = 60;

/** The videos that the applicants upload in turn, as ffmpeg options: phones' formats and an old camera's format. */
const KINDS = [
  { name: "phone.mp4", size: "1920x1080", codec: ["libx264", "-preset", "ultrafast"] },
  { name: "phone.mov", size: "1280x720", codec: ["libx265", "-preset", "ultrafast"] },
  { name: "camera.avi", size: "640x480", codec: ["mpeg4"] },
];
const SECONDS = 4;

async function makeVideos() {
  const folder = mkdtempSync(join(tmpdir(), "slancio-bench-"));
  try {
    const made = [];
    for (const { name, size, codec } of KINDS) {
      const path = join(folder, name);
      const picture = ["-f", "lavfi", "-i", `testsrc2=s=${size}:r=30:d=${SECONDS}`];
      const sound = ["-f", "lavfi", "-i", `sine=d=${SECONDS}`, "-c:a", "aac"];
      const args = ["-v", "error", ...picture, ...sound, "-c:v", ...codec, path];
      await promisify(execFile)("ffmpeg", args);
      made.push({ name, bytes: readFileSync(path) });
    }
    return made;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @typedef {import("./lib/writers.mjs").Writer} Writer */
/** @typedef {import("./lib/writers.mjs").Times} Times */

/**
 * Lets applicants save at a steady pace until `isOver` returns true. Returns the durations of the saves and the errors.
 *
 * @param {string} siteUrl
 * @param {Writer[]} people
 * @param {() => boolean} isOver
 */
async function saves(siteUrl, people, isOver) {
  /** @type {Times} */
  const times = { saves: [], uploads: [], sends: [], errors: [] };
  await Promise.all(
    people.map(async (person, index) => {
      await new Promise((resolve) => setTimeout(resolve, (GAP / people.length) * index));
      for (let turn = 0; !isOver(); turn++) {
        const next = performance.now() + GAP;
        const typed = { impatto: `Salvataggio ${turn}. ${"Ancora una frase. ".repeat(turn % 40)}` };
        await save(siteUrl, person, typed, times);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
    }),
  );
  return times;
}

/** @param {number} milliseconds */
function until(milliseconds) {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

/**
 * @param {string} name
 * @param {Times[]} all
 */
function row(name, all) {
  const sorted = all.flatMap(({ saves }) => saves).toSorted((a, b) => a - b);
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
  const [load = 0] = loadavg();
  const errors = all.reduce((sum, one) => sum + one.errors.length, 0);
  const cells = [`${p50.toFixed(1)} ms`, `${p95.toFixed(1)} ms`, String(errors), load.toFixed(1)];
  return { p95, cells: [name, String(sorted.length), ...cells] };
}

/** @param {import("./lib/measures.mjs").Bench} bench */
export async function measure({ site }) {
  const { siteUrl, env } = await site();
  const videos = await makeVideos();
  const [first = 0] = loadavg();
  console.log(
    `${VIDEOS} videos of ${SECONDS} s on ${availableParallelism()} processors; load of the machine ${first.toFixed(1)}`,
  );
  const applicants = await seedApplicants(env, WRITERS + VIDEOS, HOUR_MINUTES);
  /** @type {Writer[]} */
  const people = applicants.map((each) => ({ ...each, version: 0, acked: {}, files: [] }));
  const writers = people.slice(0, WRITERS);
  const senders = people.slice(WRITERS);
  /** @type {Times} */
  const ignored = { saves: [], uploads: [], sends: [], errors: [] };
  for (const person of writers) await save(siteUrl, person, wholeDraft(), ignored);

  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const waiting = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from files left join renditions on file_id = id
       where type like 'video/%' and coalesce(state, 'waiting') = 'waiting'`,
    );
    return Number(rows[0]?.count);
  };
  try {
    const emptyBefore = await waiting();
    const before = await saves(siteUrl, writers, until(QUIET));

    const began = performance.now();
    const left = senders.values();
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (const person of left) {
          const { name, bytes } = videos[senders.indexOf(person) % videos.length] ?? {};
          if (name && bytes) await upload(siteUrl, person, "video", name, bytes, ignored);
        }
      }),
    );
    const uploaded = performance.now();
    const queued = await waiting();

    let empty = 0;
    const isLate = until(BUDGET.minutes * 60_000);
    const look = setInterval(async () => {
      if (empty === 0 && (await waiting()) === 0) empty = performance.now();
    }, LOOK);
    const during = await saves(siteUrl, writers, () => empty > 0 || isLate());
    clearInterval(look);
    const remaining = await waiting();
    const after = await saves(siteUrl, writers, until(QUIET));

    const quiet = row("without conversions", [before, after]);
    const busy = row("during conversions", [during]);
    console.log(table([["", "saves", "p50", "p95", "errors", "load"], quiet.cells, busy.cells]));
    console.log(
      `p95 of saves during conversions: ${(busy.p95 / quiet.p95).toFixed(2)} × (budget ${BUDGET.ratio} ×)`,
    );
    /** @param {number} at */
    const minutes = (at) => ((at - uploaded) / 60_000).toFixed(1);
    console.log(
      `Uploads ${((uploaded - began) / 1000).toFixed(0)} s with ${ignored.errors.length} errors; ${queued} videos waited then (${emptyBefore} before). The queue was ${
        empty > 0
          ? `empty ${minutes(empty)} min after the last upload`
          : `not empty after ${BUDGET.minutes} min: ${remaining} videos left`
      } (budget ${BUDGET.minutes} min)`,
    );
  } finally {
    await client.end();
  }
}

// @ts-check
// Measures an upload of 100 MB in chunks of 4 MiB, the size that the site's own client uses. Compares the site with a
// minimal @tus/server on the same disk. Also measures the memory of ten simultaneous uploads.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../scripts/launcher/paths.mjs";
import { processorTime } from "../../scripts/processes/processes.mjs";
import { callAs, seedApplicants } from "./lib/applicants.mjs";
import { median } from "./lib/measures.mjs";
import { measureMemory } from "./lib/memory.mjs";

const MIB = 1024 * 1024;
const BYTES = 100 * MIB;
const CHUNK = 4 * MIB;
const RUNS = 5;
const AT_ONCE = 10;
const BUDGET = { factor: 1.3, megabytes: 64 };
const TUS = { "Tus-Resumable": "1.0.0" };

/**
 * Returns a valid video of exactly `mebibytes` MiB. Video players skip its padding.
 *
 * @param {number} [mebibytes]
 */
export function heavyVideo(mebibytes = 100) {
  const clip = readFileSync(join(root, "tests/fixtures/videos/clip.mp4"));
  const bytes = Buffer.alloc(mebibytes * MIB, 0x5a);
  clip.copy(bytes);
  bytes.writeUInt32BE(bytes.length - clip.length, clip.length);
  bytes.write("free", clip.length + 4, "latin1");
  return bytes;
}

/** @typedef {import("./lib/applicants.mjs").Applicant} Applicant */
/** @typedef {import("./lib/applicants.mjs").Options} Options */
/** @typedef {(method: string, path: string, options: Options) => Promise<import("./lib/applicants.mjs").Answer>} Ask */

/**
 * Uploads a whole file and returns the milliseconds. `ask` sends requests to one of the compared servers.
 *
 * @param {Ask} ask
 * @param {string} path
 * @param {Buffer} bytes
 */
async function upload(ask, path, bytes) {
  const began = performance.now();
  const words = { field: "video", filename: "filo.mp4" };
  const metadata = Object.entries(words).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
  );
  const created = await ask("POST", path, {
    headers: { ...TUS, "Upload-Length": String(BYTES), "Upload-Metadata": metadata.join(",") },
  });
  if (created.status !== 201) throw new Error(`the upload was not begun: ${created.status}`);
  const id = created.headers.location?.split("/").at(-1);
  for (let offset = 0; offset < BYTES; offset += CHUNK) {
    let { status } = await ask("PATCH", `${path}/${id}`, {
      body: bytes.subarray(offset, offset + CHUNK),
      headers: {
        ...TUS,
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
    });
    // If the server has too many files to check, wait and ask whether the upload is complete.
    for (let tries = 0; status === 503 && tries < 10; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const head = await ask("HEAD", `${path}/${id}`, { headers: TUS });
      status = head.status === 200 ? 204 : head.status;
    }
    if (status !== 204) throw new Error(`a piece was refused: ${status}`);
  }
  return performance.now() - began;
}

/**
 * Starts a minimal upload server in a separate process, for comparison with the site.
 *
 * @param {string} folder
 */
async function openBare(folder) {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [join(root, "tools/bench/lib/bare-tus.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  /** @type {number} */
  const port = await new Promise((resolve) => {
    child.stdout.once("data", (text) => resolve(Number(text)));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}

/**
 * Measures simultaneous uploads of large files, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const { siteUrl, env, pid } = await site();
  const bytes = heavyVideo();
  const folder = dirname(env.FILES_DIR);
  const people = await seedApplicants(env, AT_ONCE);
  /** @type {(person: Applicant | undefined) => Ask} */
  const asPerson = (person) => (method, path, options) =>
    callAs(siteUrl, method, path, person ?? { cookie: "" }, options);
  const bare = await openBare(join(folder, "bare"));
  /** @type {Ask} */
  const asAnyone = (method, path, options) =>
    callAs(bare.url, method, path, { cookie: "" }, { ...options, base: "" });
  /** @type {{ bare: number[], site: number[] }} */
  const times = { bare: [], site: [] };
  const work = { bare: 0, site: 0 };
  try {
    // Alternate between the two servers, so that other programs on the machine affect both measurements.
    for (let run = 0; run <= RUNS; run++) {
      const before = { bare: processorTime(bare.pid), site: processorTime(pid) };
      const one = await upload(asAnyone, "files", bytes);
      const other = await upload(asPerson(people[run % AT_ONCE]), "project/files", bytes);
      // The first upload to each server is a warm-up and does not count.
      if (run === 0) continue;
      times.bare.push(one);
      times.site.push(other);
      work.bare += (processorTime(bare.pid) - before.bare) / RUNS;
      work.site += (processorTime(pid) - before.site) / RUNS;
    }
  } finally {
    bare.stop();
    rmSync(join(folder, "bare"), { recursive: true, force: true });
  }
  const [load = 0] = loadavg();
  const [bareMs, siteMs] = [median(times.bare), median(times.site)];
  console.log(
    `Upload of 100 MiB, median of ${RUNS}: ${siteMs.toFixed(0)} ms, bare @tus/server ${bareMs.toFixed(0)} ms: ${(siteMs / bareMs).toFixed(2)} × (budget ${BUDGET.factor} ×; load of the machine ${load.toFixed(1)})`,
  );
  console.log(
    `  of it the processor's time: ${work.site.toFixed(0)} ms with the check of the file, bare ${work.bare.toFixed(0)} ms`,
  );

  const { before, peak } = await measureMemory(pid, () =>
    Promise.all(people.map((person) => upload(asPerson(person), "project/files", bytes))),
  );
  console.log(
    `Memory of the site: ${before.toFixed(0)} MB, with ${AT_ONCE} uploads at once ${peak.toFixed(0)} MB at most: +${(peak - before).toFixed(0)} MB (budget +${BUDGET.megabytes} MB)`,
  );
}

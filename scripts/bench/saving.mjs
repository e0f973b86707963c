// @ts-check
// The last hour before the deadline, a minute of it: 100 and then 1,000 applicants save every few
// seconds, some of them upload their files and send. What was acknowledged is compared with what is
// stored. The callers run in this process, on the same machine as the site.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { processorTime } from "../process/processes.mjs";
import { root } from "../run/paths.mjs";
import { table } from "../run/report.mjs";
import { callAs, plantApplicants } from "./lib/applicants.mjs";

const CROWDS = [100, 1000];
const SECONDS = 60;
/** Saves of one applicant in that minute: somebody who writes without a pause. */
const SAVES = 10;
/** One in so many uploads a deck and a video in that minute, and sends. */
const SENDERS = 20;
const BUDGET_MS = 50;

/** @typedef {Record<string, unknown> & { team?: unknown[] }} Fields */
/**
 * An applicant at work: the last version acknowledged, and what was stored of theirs if all is well.
 *
 * @typedef {import("./lib/applicants.mjs").Applicant & {
 *   version: number, acked: Fields, files: { id: string | undefined, sha256: string }[], receipt?: { number: string },
 * }} Writer
 */
/** @typedef {{ saves: number[], uploads: number[], sends: number[], errors: string[] }} Times */
/** @typedef {{ deck: Buffer, video: Buffer }} Files */

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
let phones = 0;

/** Every field that a save takes, filled. */
function wholeDraft() {
  phones += 2;
  /** @param {number} n */
  const phone = (n) => `+39 347 ${String(1_000_000 + n)}`;
  return {
    nome: "Filò",
    idea: "Pannelli isolanti dagli scarti della lana. ".repeat(20),
    tipologia_impresa: "ti-startup_innovativa",
    femminile: "yes",
    stage: "stage-prototype",
    industry: "industry-cleantech",
    tech: "tech-iot",
    sustainableretail: "no",
    obiettivi: "Tre cantieri entro l'anno. ".repeat(20),
    referente_nome_e_cognome: "Giulia Ferraro",
    referente_ruolo: "CEO",
    referente_email: "giulia@example.org",
    referente_telefono: phone(phones),
    referente_age: "age-30_50",
    team: [
      {
        name: "Marco Deidda",
        role: "CTO",
        phone: phone(phones + 1),
        age: "age-under_30",
        info: "gb_ref-friend",
      },
    ],
  };
}

/**
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {Fields} body
 * @param {Times} times
 */
async function save(siteUrl, person, body, times) {
  const headers = { "If-Match": String(person.version) };
  let answer = await callAs(siteUrl, "POST", "project", person, { body, headers });
  times.saves.push(answer.ms);
  // A connection that closed while idle: retried, as the site's own client does.
  if (answer.status === 0) {
    answer = await callAs(siteUrl, "POST", "project", person, { body, headers });
  }
  const { status, json } = answer;
  if (status !== 200) {
    times.errors.push(`save ${status}`);
    return;
  }
  person.version = json.projectVersion ?? Number.NaN;
  Object.assign(person.acked, body);
}

/**
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {string} field
 * @param {string} filename
 * @param {Buffer} bytes
 * @param {Times} times
 */
async function upload(siteUrl, person, field, filename, bytes, times) {
  const began = performance.now();
  const metadata = Object.entries({ field, filename })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  const tus = { "Tus-Resumable": "1.0.0" };
  const created = await callAs(siteUrl, "POST", "project/files", person, {
    headers: { ...tus, "Upload-Length": String(bytes.length), "Upload-Metadata": metadata },
  });
  const id = created.headers.location?.split("/").at(-1);
  const path = `project/files/${id}`;
  /** @param {{ status: number }} answer */
  const isPassing = ({ status }) => status === 0 || status >= 500;
  let ended = created;
  // "Too many files to check" is retried, as the site's own client does.
  for (let tries = 0, at = 0; id && tries < 20; tries++) {
    if (tries > 0) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      ended = await callAs(siteUrl, "HEAD", path, person, { headers: tus });
      at = Number(ended.headers["upload-offset"]);
      if (isPassing(ended)) continue;
      if (ended.status !== 200 || at === bytes.length) break;
    }
    ended = await callAs(siteUrl, "PATCH", path, person, {
      body: bytes.subarray(at),
      headers: {
        ...tus,
        "Upload-Offset": String(at),
        "Content-Type": "application/offset+octet-stream",
      },
    });
    if (!isPassing(ended)) break;
  }
  times.uploads.push(performance.now() - began);
  if (![200, 204].includes(ended.status)) {
    times.errors.push(`upload ${ended.status}`);
    return;
  }
  person.version += 1;
  person.files.push({ id, sha256: sha256(bytes) });
}

/**
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {Times} times
 */
async function send(siteUrl, person, times) {
  const headers = { "If-Match": String(person.version), "Idempotency-Key": randomUUID() };
  const { status, json, ms } = await callAs(siteUrl, "POST", "project/send", person, { headers });
  times.sends.push(ms);
  if (status === 200) person.receipt = json.receipt;
  else times.errors.push(`send ${status} ${json.code}`);
}

/**
 * One applicant's minute: saves at their own pace, and for some the files and Send at its end.
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
 * What was acknowledged but is not stored.
 *
 * @param {{ DATABASE_URL: string, FILES_DIR: string }} env
 * @param {Writer[]} people
 */
async function lost({ DATABASE_URL, FILES_DIR }, people) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  /** @type {string[]} */
  const missing = [];
  for (const { userId, acked, files, receipt } of people) {
    /** @type {import("pg").QueryResult<{ id: string, fields: Fields }>} */
    const { rows } = await client.query("select id, fields from projects where user_id = $1", [
      userId,
    ]);
    const [project] = rows;
    for (const [field, value] of Object.entries(acked)) {
      const stored = project?.fields[field];
      const same = Array.isArray(value)
        ? Array.isArray(stored) && stored.length === value.length
        : stored === value;
      if (!same) missing.push(field);
    }
    for (const { id, sha256: told } of files) {
      let bytes = null;
      try {
        bytes = readFileSync(join(FILES_DIR, id ?? ""));
      } catch {}
      if (!bytes || sha256(bytes) !== told) missing.push(`file ${id}`);
    }
    if (!receipt) continue;
    const sent = await client.query(
      "select 1 from submissions where project_id = $1 and number = $2",
      [project?.id, receipt.number],
    );
    if (sent.rowCount !== 1) missing.push(`receipt ${receipt.number}`);
  }
  await client.end();
  return missing;
}

/**
 * @param {string} name
 * @param {number[]} values
 */
function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  return [name, String(sorted.length), at(0.5), at(0.95), at(0.99)];
}

/**
 * A minute of so many applicants, and what it cost and lost.
 *
 * @param {Pick<import("./lib/measures.mjs").Site, "siteUrl" | "env" | "pid">} site
 * @param {number} count
 */
export async function minute({ siteUrl, env, pid }, count) {
  const files = {
    deck: readFileSync(join(root, "public/policy/whitepaper-it.pdf")),
    video: readFileSync(join(root, "tests/fixtures/videos/clip.mp4")),
  };
  const applicants = await plantApplicants(env, count);
  /** @type {Writer[]} */
  const people = applicants.map((each) => ({ ...each, version: 0, acked: {}, files: [] }));
  /** @type {Times} */
  const times = { saves: [], uploads: [], sends: [], errors: [] };
  const before = processorTime(pid);
  await Promise.all(people.map((person, index) => live(siteUrl, person, index, files, times)));
  const work = processorTime(pid) - before;
  return { times, work, missing: await lost(env, people) };
}

/** @param {import("./lib/measures.mjs").Bench} bench */
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

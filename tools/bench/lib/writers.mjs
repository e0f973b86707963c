// @ts-check
// Simulates applicants who save, upload, and send, for benchmarks and reliability tests. Checks that the server has
// stored all data that it confirmed.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { callAs } from "./applicants.mjs";

/** Bytes in each upload request of the site's own client. */
export const PIECE = 4 * 1024 * 1024;

/** @typedef {Record<string, unknown> & { team?: unknown[] }} Fields */
/**
 * A simulated applicant: the last confirmed version, and the data that the server has confirmed and must store.
 *
 * @typedef {import("./applicants.mjs").Applicant & {
 *   version: number, acked: Fields, files: { id: string | undefined, bytes: Buffer }[], receipt?: { number: string },
 * }} Writer
 */
/** @typedef {{ saves: number[], uploads: number[], sends: number[], errors: string[] }} Times */

let phones = 0;

/** Returns a draft of an application with a value for every field. */
export function wholeDraft() {
  phones += 2;
  /**
   * Returns a different phone number for each number `n`.
   *
   * @param {number} n
   */
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
 * Saves fields of an application as its applicant, and records the duration.
 *
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {Fields} body
 * @param {Times} times
 */
export async function save(siteUrl, person, body, times) {
  const headers = { "If-Match": String(person.version) };
  let answer = await callAs(siteUrl, "POST", "project", person, { body, headers });
  times.saves.push(answer.ms);
  // If the server has closed the idle connection, retry once, as the site's own client does.
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
 * Uploads a file in chunks as an applicant, and records the duration.
 *
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {string} field
 * @param {string} filename
 * @param {Buffer} bytes
 * @param {Times} times
 */
export async function upload(siteUrl, person, field, filename, bytes, times) {
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
  /**
   * Reports whether a retry can succeed, because the connection broke or the server had an error.
   *
   * @param {{ status: number }} answer
   */
  const isPassing = ({ status }) => status === 0 || status >= 500;
  let ended = created;
  let at = 0;
  let tries = 0;
  while (id && at < bytes.length && tries < 20) {
    ended = await callAs(siteUrl, "PATCH", path, person, {
      body: bytes.subarray(at, at + PIECE),
      headers: {
        ...tus,
        "Upload-Offset": String(at),
        "Content-Type": "application/offset+octet-stream",
      },
    });
    if (!isPassing(ended)) {
      if (ended.status !== 204) break;
      at += PIECE;
      continue;
    }
    // Retry after the response "too many files to check", as the site's own client does.
    for (tries++; tries < 20; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      ended = await callAs(siteUrl, "HEAD", path, person, { headers: tus });
      if (!isPassing(ended)) break;
    }
    if (ended.status !== 200) break;
    at = Number(ended.headers["upload-offset"]);
  }
  times.uploads.push(performance.now() - began);
  if (![200, 204].includes(ended.status)) {
    times.errors.push(`upload ${ended.status}`);
    return;
  }
  person.version += 1;
  person.files.push({ id, bytes });
}

/**
 * Sends an application as its applicant, and records the duration.
 *
 * @param {string} siteUrl
 * @param {Writer} person
 * @param {Times} times
 */
export async function send(siteUrl, person, times) {
  const headers = { "If-Match": String(person.version), "Idempotency-Key": randomUUID() };
  const { status, json, ms } = await callAs(siteUrl, "POST", "project/send", person, { headers });
  times.sends.push(ms);
  if (status === 200) person.receipt = json.receipt;
  else times.errors.push(`send ${status} ${json.code}`);
}

/**
 * Returns the confirmed data that the server has not stored.
 *
 * @param {{ DATABASE_URL: string, FILES_DIR: string }} env
 * @param {Writer[]} people
 */
export async function lost({ DATABASE_URL, FILES_DIR }, people) {
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
    for (const { id, bytes } of files) {
      const file = join(FILES_DIR, id ?? "");
      if (!existsSync(file) || !readFileSync(file).equals(bytes)) missing.push(`file ${id}`);
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

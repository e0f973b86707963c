// @ts-check
// Measures the built product behind the reverse proxy: whether a user gets another user's data, an upload in one
// request, and pages per second. Compares the pages per second with the instance alone, and with nginx that serves a
// static file.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logs } from "../../scripts/launcher/paths.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { frontMissing, startFront } from "../../scripts/testing/proxy.mjs";
import { seedApplicants } from "./lib/applicants.mjs";
import { asked } from "./lib/asked.mjs";
import { isolation } from "./lib/isolation.mjs";
import { ratesOf, startPlain } from "./lib/rates.mjs";
import { heavyVideo } from "./uploads.mjs";

/** @typedef {Awaited<ReturnType<typeof startFront>>} Front */

const GOAL = 0.6;
const FILES = "/wp-json/wp/v2/project/files";

/**
 * Measures the pages per second of the reverse proxy, and of an nginx that serves the same bytes from a file.
 *
 * @param {Front} front
 * @param {string} folder
 * @param {string} siteUrl
 */
async function rates(front, folder, siteUrl) {
  const page = await asked({ port: front.https, tls: true, name: front.name }, "/");
  const plain = await startPlain(folder, page.bytes);
  const same = await asked({ port: plain.port, tls: true, name: front.name }, "/");
  try {
    if (!same.bytes.equals(page.bytes)) throw new Error(`nginx alone answers ${same.status}`);
    const rates = await ratesOf({
      node: [`${siteUrl}/`],
      front: [`https://localhost:${front.https}/`],
      plain: [`https://localhost:${plain.port}/`],
    });
    if (!rates) return console.log("  wrk is not installed: no rates are measured");
    const ratio = rates.front / rates.plain;
    console.log(
      `Pages a second: one node alone ${rates.node.toFixed(0)}, behind the front ${rates.front.toFixed(0)}, nginx with the same ${page.bytes.length} bytes ${rates.plain.toFixed(0)}: ${(ratio * 100).toFixed(0)} % (goal ${GOAL * 100} %)`,
    );
  } finally {
    await plain.stop();
  }
}

/**
 * Uploads a file of 100 MiB in one request through the reverse proxy and prints the duration.
 *
 * @param {Front} front
 * @param {{ cookie: string }} person
 */
async function wholeFile(front, person) {
  const bytes = heavyVideo();
  const at = { port: front.https, tls: true, name: front.name };
  const headers = {
    cookie: `${person.cookie}; device=benchmark-of-the-front-0`,
    "Sec-Fetch-Site": "same-origin",
    "Tus-Resumable": "1.0.0",
  };
  const words = { field: "video", filename: "filo.mp4" };
  const metadata = Object.entries(words).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
  );
  const created = await asked(at, FILES, {
    method: "POST",
    headers: { ...headers, "Upload-Length": bytes.length, "Upload-Metadata": metadata.join(",") },
  });
  const began = performance.now();
  const id = created.headers.location?.split("/").at(-1);
  const { status } = await asked(at, `${FILES}/${id}`, {
    method: "PATCH",
    headers: { ...headers, "Upload-Offset": 0, "Content-Type": "application/offset+octet-stream" },
    body: bytes,
  });
  const took = (performance.now() - began).toFixed(0);
  console.log(
    `A file of 100 MiB in one request: begun ${created.status}, ended ${status} in ${took} ms`,
  );
}

/**
 * Measures the reverse proxy in front of the site, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const missing = frontMissing();
  if (missing) return console.log(`  ${missing}`);
  const { siteUrl, env, port } = await site();
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  chmodSync(folder, 0o755);
  const front = await startFront({ folder, nodes: [`127.0.0.1:${port}`] });
  try {
    const people = await seedApplicants(env, 2);
    const [person] = people;
    if (!person) throw new Error("no applicant was planted");
    const said = await runCommand("content", {
      runFolder: env.E2E_RUN_FOLDER,
      env,
      log: join(logs, "bench-content.log"),
      args: ["preview-link", "posts", "due-minuti", "--lang", "en"],
    });
    const link = new URL(/https?:\S+/.exec(said)?.[0] ?? "");
    await isolation({ front, port, people, preview: link.pathname + link.search });
    await wholeFile(front, person);
    await rates(front, folder, siteUrl);
  } finally {
    await front.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

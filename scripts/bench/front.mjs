// @ts-check
// The built product behind the front of deploy/nginx: whether anybody gets what is another's, a whole file at
// once, and pages a second beside the node's own and beside an nginx that serves the same bytes from a file.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyPort } from "../process/ports.mjs";
import { logs } from "../run/paths.mjs";
import { runCommand } from "../run/stack.mjs";
import { frontMissing, startFront, startNginx } from "../test/front.mjs";
import { plantApplicants } from "./lib/applicants.mjs";
import { asked } from "./lib/asked.mjs";
import { isolation } from "./lib/isolation.mjs";
import { pagesPerSecond } from "./lib/measures.mjs";
import { heavyVideo } from "./uploads.mjs";

/** @typedef {Awaited<ReturnType<typeof startFront>>} Front */

const GOAL = 0.6;
const SECONDS = 6;
const FILES = "/wp-json/wp/v2/project/files";

/**
 * An nginx that serves these bytes from a file, with the front's certificate.
 *
 * @param {string} folder
 * @param {Buffer} body
 */
async function startPlain(folder, body) {
  const port = await anyPort();
  const conf = join(folder, "plain.conf");
  mkdirSync(join(folder, "plain"), { recursive: true });
  writeFileSync(join(folder, "plain/index.html"), body);
  // Started by root, nginx works as another user.
  chmodSync(join(folder, "plain"), 0o755);
  chmodSync(join(folder, "plain/index.html"), 0o644);
  writeFileSync(
    conf,
    `daemon off; pid ${folder}/plain.pid; worker_processes auto; error_log stderr warn;
events { worker_connections 1024; }
http { include /etc/nginx/mime.types; sendfile on; tcp_nopush on; access_log ${folder}/plain.log;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/plain-${name};`).join(" ")}
  server { listen 127.0.0.1:${port} ssl http2; root ${folder}/plain;
    ssl_certificate ${folder}/tls/fullchain.pem; ssl_certificate_key ${folder}/tls/privkey.pem; } }`,
  );
  return { ...(await startNginx(conf, port)), port };
}

/**
 * Answers a second over 16 connections, as wrk counts them; null without wrk.
 *
 * @param {string} url
 */
function perSecond(url) {
  const { stdout } = spawnSync("wrk", ["-t2", "-c16", `-d${SECONDS}`, url], { encoding: "utf8" });
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout ?? "") ?? [];
  const failures = /Non-2xx.*: (\d+)/.exec(stdout ?? "")?.[1] ?? "0";
  return rate ? { rate: Number(rate), failures } : null;
}

/**
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
    const bare = await pagesPerSecond(`${siteUrl}/`, SECONDS * 1000);
    console.log(`Pages a second: one node alone ${bare.rate} (${bare.failures} failures)`);
    /** @type {{ front: number[], plain: number[] }} */
    const found = { front: [], plain: [] };
    /** @type {[which: keyof typeof found, port: number][]} */
    const ports = [
      ["front", front.https],
      ["plain", plain.port],
    ];
    // In turns, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < 3; turn++) {
      for (const [which, port] of ports) {
        const measured = perSecond(`https://localhost:${port}/`);
        if (!measured)
          return console.log("  wrk is not installed: the front's rate is not measured");
        if (measured.failures !== "0") console.log(`  ${which}: ${measured.failures} failures`);
        found[which].push(measured.rate);
      }
    }
    const best = { front: Math.max(...found.front), plain: Math.max(...found.plain) };
    const ratio = best.front / best.plain;
    console.log(
      `  behind the front ${best.front.toFixed(0)}, nginx with the same ${page.bytes.length} bytes ${best.plain.toFixed(0)}: ${(ratio * 100).toFixed(0)} % (goal ${GOAL * 100} %)`,
    );
  } finally {
    await plain.stop();
  }
}

/**
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

/** @param {import("./lib/measures.mjs").Bench} bench */
export async function measure({ site }) {
  const missing = frontMissing();
  if (missing) return console.log(`  ${missing}`);
  const { siteUrl, env, port } = await site();
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  chmodSync(folder, 0o755);
  const front = await startFront({ folder, nodes: [`127.0.0.1:${port}`] });
  try {
    const people = await plantApplicants(env, 2);
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

// @ts-check
// Measures pages per second with the tool wrk. For comparison, starts an nginx that serves a static file.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anyPort } from "../../../scripts/processes/ports.mjs";
import { startNginx } from "../../../scripts/testing/proxy.mjs";

const CONNECTIONS = 16;
const TURNS = 3;
const SECONDS = 6;

/**
 * Starts an nginx that serves the given bytes from a file, with the reverse proxy's certificate.
 *
 * @param {string} folder the reverse proxy's folder
 * @param {Buffer} body
 */
export async function startPlain(folder, body) {
  const port = await anyPort();
  const conf = join(folder, "plain.conf");
  mkdirSync(join(folder, "plain"), { recursive: true });
  writeFileSync(join(folder, "plain/index.html"), body);
  // If root starts nginx, its workers run as another user. This user needs read access.
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
 * Measures the responses per second. The URLs share 16 connections. Null if the tool wrk is not installed.
 *
 * @param {string[]} urls
 * @param {number} [seconds]
 */
export async function perSecond(urls, seconds = SECONDS) {
  const said = await Promise.all(
    urls.map((url) => {
      const connections = CONNECTIONS / urls.length;
      const args = [`-t${2 / urls.length}`, `-c${connections}`, `-d${seconds}`, url];
      const child = spawn("wrk", args, { stdio: ["ignore", "pipe", "ignore"] });
      let text = "";
      child.stdout.on("data", (part) => {
        text += part;
      });
      return new Promise((resolve) => {
        child.on("error", () => resolve(null)).on("close", () => resolve(text));
      });
    }),
  );
  if (said.includes(null)) return null;
  /** @type {(pattern: RegExp) => number} */
  const sum = (pattern) =>
    said.reduce((all, text) => all + Number(pattern.exec(String(text))?.[1] ?? 0), 0);
  return { rate: sum(/Requests\/sec:\s+([\d.]+)/), failures: sum(/Non-2xx.*: (\d+)/) };
}

/**
 * Measures the pages per second of several setups. Returns the best of three measurements for each. The measurements
 * alternate, so that other programs affect all setups. Null if the tool wrk is not installed.
 *
 * @template {string} Name
 * @param {Record<Name, string[]>} places the URLs of each setup by its name; the requests to a setup are divided among
 * its URLs
 */
export async function ratesOf(places) {
  const names = /** @type {Name[]} */ (Object.keys(places));
  const best = /** @type {Record<Name, number>} */ (
    Object.fromEntries(names.map((name) => [name, 0]))
  );
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const name of names) {
      const measured = await perSecond(places[name]);
      if (!measured) return null;
      if (measured.failures > 0) console.log(`  ${name}: ${measured.failures} failures`);
      best[name] = Math.max(best[name], measured.rate);
    }
  }
  return best;
}

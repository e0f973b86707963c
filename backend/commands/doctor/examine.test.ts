import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { behindTheBack } from "@/tests/support/people/evaluation";
import { testBackend } from "@/tests/support/servers/backend";
import { emptyDatabase } from "@/tests/support/servers/database";
import { openPooler, PGBOUNCER } from "@/tests/support/servers/pooler";
import { testS3 } from "@/tests/support/servers/s3";
import { testSmtp } from "@/tests/support/servers/smtp";
import { appendAuditEntry } from "../../audit-log/entries";
import { makeBackup } from "../../backup/make-backup";
import { connect } from "../../db/connect";
import { knownMigrations, migrateDatabase } from "../../db/migrate";
import { outbox } from "../../db/schema/mail";
import { s3Store } from "../../store/s3";
import { CHECKS, runChecks, type Tools } from "./examine";

// The machine decides whether files can be converted, and whether a conversion has no network access. So the
// tests replace both functions.
const { canConvert, isIsolated } = vi.hoisted(() => ({
  canConvert: vi.fn(async (_program: string) => false),
  isIsolated: vi.fn(async () => false),
}));
vi.mock("../../files/renditions/convert", async (load) => ({
  ...(await load<typeof import("../../files/renditions/convert")>()),
  ...{ canConvert, isIsolated },
}));

const { deps, db, makeUser } = await testBackend();
const smtp = await testSmtp();
// The connection pooler starts outside its test, because a cleanup cannot be registered inside a running test.
const pooler = PGBOUNCER && (await openPooler(deps.config.DATABASE_URL));
const BACKUP_DIR = await testFolder("backups");
const config = {
  ...deps.config,
  SMTP_URL: smtp.url,
  TRUSTED_HOPS: 1,
  MAIL_FROM: "Slancio <ciao@slancio.it>",
  BACKUP_DIR,
};
const records: Record<string, string[][]> = {
  "slancio.it": [["v=spf1 ", "-all"]],
  "_dmarc.slancio.it": [["v=DMARC1; p=reject"]],
};
const tools: Tools = {
  db,
  store: deps.store,
  config,
  dns: { resolveTxt: async (name) => records[name] ?? absent() },
  ask: async () => new Response("", { headers: { "x-nextjs-cache": "HIT" } }),
  now: () => new Date(),
};

function absent(code = "ENOTFOUND"): never {
  throw Object.assign(new Error(code), { code });
}

/** Returns the result of one check of `doctor`. */
async function about(what: string, changes: Partial<Tools> = {}) {
  const found = (await runChecks({ ...tools, ...changes })).find(
    (finding) => finding.what === what,
  );
  return `${found?.ok ? "ok" : "PROBLEM"}: ${found?.says}`;
}
const having = (changes: Partial<typeof config>) => ({ config: { ...config, ...changes } });

test("doctor reports no problem in a healthy installation", async () => {
  await makeBackup({
    databaseUrl: deps.config.DATABASE_URL,
    store: deps.store,
    folder: join(BACKUP_DIR, "tonight"),
  });
  const wrong = (await runChecks(tools)).filter(({ ok }) => !ok);
  expect(wrong).toEqual([]);
});

test("doctor reports an unreachable database", async () => {
  const gone = connect("postgres://127.0.0.1:1/nothing");
  expect(await about("database", { db: gone.db })).toMatch(/^PROBLEM: .*ECONNREFUSED/);
  await gone.close();
});

test("doctor reports a database whose encoding is not UTF-8", async () => {
  const url = await emptyDatabase(
    "template template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'",
  );
  const bytes = connect(url);
  expect(await about("database", { db: bytes.db })).toMatch(/^PROBLEM: the encoding is SQL_ASCII/);
  await bytes.close();
});

test("doctor reports unencrypted connections, with or without risk", async () => {
  const { hostname } = new URL(deps.config.DATABASE_URL);
  const mail = (SMTP_URL: string) => about("connections", having({ SMTP_URL }));
  expect(await mail("smtp://mail.example")).toBe(
    `ok: database: not encrypted, to ${hostname}; email: TLS if mail.example offers it`,
  );
  for (const url of ["smtps://mail.example", "smtp://mail.example?requireTLS=true"]) {
    expect(await mail(url)).toContain("; email: TLS");
    expect(await mail(url)).not.toContain("offers");
  }
});

test.each([
  ["videos", /^ok: ffmpeg converts/],
  ["decks", /^ok: LibreOffice converts/],
])(
  "doctor warns if conversions of %s can reach the network, and calls it no problem",
  async (what, converts) => {
    canConvert.mockResolvedValue(true);
    isIsolated.mockResolvedValue(true);
    expect(await about(what)).toMatch(converts);
    expect(await about(what)).not.toContain("network");
    isIsolated.mockResolvedValue(false);
    expect(await about(what)).toMatch(converts);
    expect(await about(what)).toContain("a malicious file can reach the network");
    canConvert.mockResolvedValue(false);
    expect(await about(what)).toMatch(/^ok: .* is missing/);
    expect(await about(what)).not.toContain("network");
  },
);

test("doctor counts pending migrations", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url, (await knownMigrations()).at(-3));
  const older = connect(url);
  expect(await about("schema", { db: older.db })).toMatch(/^PROBLEM: 2 migrations are pending/);
  await older.close();
});

test("doctor reports a direct address that is unreachable, a pooler, or another database", async () => {
  expect(await about("notifications")).toMatch(
    /^ok: a notification sent through DATABASE_URL arrives/,
  );
  const at = (DATABASE_DIRECT_URL: string) => having({ DATABASE_DIRECT_URL });
  expect(await about("notifications", at("postgres://127.0.0.1:1/nothing"))).toMatch(
    /^PROBLEM: DATABASE_DIRECT_URL: .*ECONNREFUSED/,
  );
  expect(await about("notifications", at(await emptyDatabase()))).toMatch(
    /^PROBLEM: DATABASE_DIRECT_URL: no notification arrives/,
  );
  if (!pooler) return;
  expect(await about("notifications", at(pooler))).toMatch(
    /^PROBLEM: DATABASE_DIRECT_URL: no notification arrives/,
  );
}, 60_000);

test("docs/operating.md has a row for each check and no other row", async () => {
  const manual = await readFile(join(import.meta.dirname, "../../../docs/operating.md"), "utf8");
  const [, section = ""] = manual.split("\n| Check | PROBLEM when |\n");
  const [table = ""] = section.split("\n\n");
  const told = [...table.matchAll(/^\| ([^|-]+?) \|/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(["configuration", ...Object.keys(CHECKS)].toSorted());
});

test("doctor reports a clock that is 90 seconds off", async () => {
  const late = () => new Date(Date.now() - 90_000);
  expect(await about("clock", { now: late })).toMatch(/^PROBLEM: .*by -(89|90)\d{3} ms/);
});

test("doctor reports a file store that is unreachable or has wrong keys", async () => {
  const s3 = await testS3();
  const bucket = (changes = {}) => {
    const store = s3Store({ ...s3.bucket, ...changes });
    return { store, config: { ...config, ...s3.bucket, ...changes } };
  };
  expect(await about("store", bucket())).toMatch(/^ok: bucket slancio stores, returns and deletes/);
  expect(await deps.store.list(new Date(Date.now() + 1000))).toEqual([]);
  const strange = bucket({ S3_ACCESS_KEY_ID: "another" });
  expect(await about("store", strange)).toMatch(/^PROBLEM: bucket slancio: 403/);
  expect(await about("store", bucket({ S3_BUCKET: "none" }))).toMatch(/^PROBLEM: bucket none: 404/);
  await s3.turn("closed");
  expect(await about("store", bucket())).toMatch(/^PROBLEM: bucket slancio: .*ECONNREFUSED/);
});

test("doctor reports a mail server that rejects the connection", async () => {
  expect(await about("mail server", having({ SMTP_URL: "smtp://127.0.0.1:1" }))).toMatch(
    /^PROBLEM: SMTP_URL: .*ECONNREFUSED/,
  );
});

test("doctor names a manipulated audit log entry", async () => {
  const act = { actor: "Rita", reason: "prova", now: deps.now() };
  await appendAuditEntry(db, act, { act: "mail.retry", target: {} });
  expect(await about("log")).toBe("ok: all 1 lines are intact");
  await behindTheBack(db, (tx) => tx.execute(sql`update acts set act = 'user.erase'`));
  expect(await about("log")).toMatch(/^PROBLEM: line 1 has been changed: compare/);
});

test("two-person approval requires two directors with active accounts", async () => {
  expect(await about("two people")).toMatch(/^ok: SECOND_PERSON is empty/);
  const asked = having({ SECOND_PERSON: ["release", "erase"] });
  const none =
    /^PROBLEM: .* two directors for release, erase, but there is none: .* grant director/;
  expect(await about("two people", asked)).toMatch(none);
  await makeUser({ roles: ["director"] });
  await makeUser({ roles: ["director"], deactivatedAt: new Date() });
  expect(await about("two people", asked)).toMatch(/^PROBLEM: .* but there is only one:/);
  await makeUser({ roles: ["director"] });
  expect(await about("two people", asked)).toBe(
    "ok: there are 2 directors; two must decide: release, erase",
  );
});

test("doctor counts overdue emails", async () => {
  const mail = { recipient: "a@example.org", template: "confirm", language: "it" as const };
  const old = new Date(Date.now() - 11 * 60_000);
  await db.insert(outbox).values({ ...mail, data: {}, nextAttemptAt: old });
  expect(await about("queued emails")).toMatch(/^PROBLEM: 1 overdue/);
});

test("doctor requires SPF and DMARC for the sender’s domain", async () => {
  const dns = { resolveTxt: async () => absent("ENODATA") };
  expect(await about("sender’s domain", { dns })).toMatch(
    /^PROBLEM: slancio.it has no SPF, no DMARC/,
  );
  const mute = { resolveTxt: async () => absent("ETIMEOUT") };
  expect(await about("sender’s domain", { dns: mute })).toMatch(
    /^PROBLEM: the DNS resolver did not/,
  );
  const reserved = having({ MAIL_FROM: "ciao@slancio.example" });
  expect(await about("sender’s domain", { ...reserved, dns: mute })).toMatch(/^ok: .*reserved/);
});

test("doctor looks up a DKIM key under the selector that signs", async () => {
  expect(await about("sender’s domain")).toMatch(/^ok: .*DKIM_SELECTOR/);
  const signs = having({ DKIM_SELECTOR: "s1" });
  expect(await about("sender’s domain", signs)).toMatch(
    /^PROBLEM: .* no DKIM key \(s1._domainkey.slancio.it\)/,
  );
  const key = (text: string) => ({
    resolveTxt: async (name: string) =>
      name.startsWith("s1.") ? [[text]] : (records[name] ?? absent()),
  });
  const withdrawn = { ...signs, dns: key("v=DKIM1; k=rsa; p=") };
  expect(await about("sender’s domain", withdrawn)).toMatch(/^PROBLEM: .* no DKIM key/);
  const good = { ...signs, dns: key("v=DKIM1; k=rsa; p=MIGf") };
  expect(await about("sender’s domain", good)).toBe("ok: slancio.it has SPF, DKIM and DMARC");
});

test("doctor reports a site that is unreachable, fails, or does not cache pages", async () => {
  const site = (answer: () => Response) => ({ ask: async () => answer() });
  const down = () => {
    throw new Error("fetch failed");
  };
  expect(await about("finished pages", site(down))).toMatch(/^PROBLEM: .*does not answer.*failed/);
  const failing = site(() => new Response("", { status: 500 }));
  expect(await about("finished pages", failing)).toMatch(/^PROBLEM: .*answers 500/);
  expect(
    await about(
      "finished pages",
      site(() => new Response("")),
    ),
  ).toMatch(/^PROBLEM: .*rendered for each/);
  expect(await about("finished pages")).toBe("ok: the home page comes from the cache");
});

test("doctor reports https without a configured proxy", async () => {
  expect(await about("proxies", having({ TRUSTED_HOPS: 0 }))).toMatch(
    /^PROBLEM: SITE_URL is https/,
  );
});

test("doctor reports old, missing, and unfinished backups", async () => {
  const tomorrow = () => new Date(Date.now() + 27 * 3_600_000);
  expect(await about("backups", { now: tomorrow })).toBe(
    "PROBLEM: the newest backup is 27 hours old",
  );
  const empty = await testFolder("nothing");
  expect(await about("backups", having({ BACKUP_DIR: empty }))).toMatch(/no complete backup/);
  expect(await about("backups", having({ BACKUP_DIR: "" }))).toMatch(
    /^PROBLEM: BACKUP_DIR is not set/,
  );
});

test("doctor reports whether and how metrics are readable", async () => {
  const METRICS_TOKEN = "t".repeat(32);
  /**
   * Creates a site with the given metrics token. Without a token, `local` says whether the site answers metrics
   * requests from this machine.
   */
  const site = (token: string | undefined, local: boolean) => ({
    ask: async (url: string, { Authorization = "" }: Record<string, string> = {}) => {
      expect(new URL(url).pathname).toBe("/api/metrics");
      const may = token ? Authorization === `Bearer ${token}` : local;
      return new Response("", { status: may ? 200 : 404 });
    },
  });
  const looking = async (changes: Partial<Tools>) => {
    const look = CHECKS.metrics as (tools: Tools) => Promise<string>;
    return look({ ...tools, ...changes }).catch(({ message }) => `PROBLEM: ${message}`);
  };
  const own = having({ METRICS_TOKEN });
  expect(await looking(site(undefined, true))).toMatch(/this machine only; set METRICS_TOKEN/);
  expect(await looking(site(undefined, false))).toMatch(/cannot be read: set METRICS_TOKEN/);
  expect(await looking({ ...own, ...site(METRICS_TOKEN, false) })).toMatch(/as Bearer token$/);
  expect(await looking({ ...own, ...site("another", false) })).toMatch(/^PROBLEM: .* answers 404/);
  const ask = () => Promise.reject(new Error("ECONNREFUSED"));
  expect(await looking({ ask })).toMatch(/^PROBLEM: .*is it running/);
});

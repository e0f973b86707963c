import { randomBytes, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { and, isNull, sql } from "drizzle-orm";
import { Client } from "pg";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { BACKUP_HOURS } from "@/contract/staff/today";
import { verifyAuditLog } from "../../audit-log/verify-entries";
import { newestBackup } from "../../backup/newest-backup";
import { type BackendConfig, directDatabase } from "../../config";
import type { Database } from "../../db/connect";
import { pendingMigrations } from "../../db/migrate";
import { hasRole, users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import { dueAfterAwards } from "../../files/erase-projects";
import { canConvert, isIsolated } from "../../files/renditions/convert";
import { roomForUploads } from "../../files/under-way";
import { type Dns, senderDomain } from "../../mail/sender-domain";
import { tryMailServer } from "../../mail/transport";
import { CLOCK_TOLERANCE, databaseNow } from "../../scheduling/database-clock";
import { putBytes } from "../../store/put-bytes";
import type { FileStore } from "../../store/store";
import { unreadableApps } from "../../users/second-factor/reseal";

export type Tools = {
  db: Database;
  store: FileStore;
  config: BackendConfig;
  dns: Dns;
  /** Requests a page of the site, like a visitor. */
  ask: (url: string, headers?: Record<string, string>) => Promise<Response>;
  now: () => Date;
};

/** Result of one check. `says` describes the state of the checked service, or how to fix the problem. */
export type Finding = { what: string; ok: boolean; says: string };

/**
 * Returns the host name of a configured address, or "this machine" for the address of a socket, which has no host name.
 */
const hostOf = (url: string) => new URL(url).hostname || "this machine";

/** Reports whether the connection to a mail server always uses TLS. */
function isSealed(url: string): boolean {
  const { protocol, searchParams } = new URL(url);
  return protocol === "smtps:" || searchParams.get("requireTLS") === "true";
}

type CheckFunction = (tools: Tools) => Promise<string>;

/**
 * Checks of `doctor` by name. Each check returns a sentence about the state of a service or a setting, or throws an
 * error that says how to fix the problem.
 */
export const CHECKS: Record<string, CheckFunction> = {
  database: async ({ db }) => {
    const began = performance.now();
    const { rows } = await db.execute<{ version: string; encoding: string; may: boolean }>(sql`
      select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        has_schema_privilege(current_user, 'public', 'create') as may`);
    const took = Math.round(performance.now() - began);
    if (!rows[0]?.may)
      throw new Error(
        "the database role cannot create tables: grant it CREATE on the schema public",
      );
    if (rows[0].encoding !== "UTF8") {
      throw new Error(
        `the encoding is ${rows[0].encoding}: create the database again with ENCODING 'UTF8'`,
      );
    }
    return `PostgreSQL ${rows[0].version} answers in ${took} ms`;
  },
  notifications: async ({ db, config }) => {
    const name = config.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    const took = await tryLine(db, directDatabase(config)).catch((error) => {
      throw new Error(`${name}: ${messageOf(error)}`);
    });
    return `a notification sent through DATABASE_URL arrives in ${took} ms`;
  },
  connections: async ({ db, config }) => {
    const { rows } = await db.execute<{ ssl: boolean }>(
      sql`select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl`,
    );
    const database = rows[0]?.ssl ? "TLS" : `not encrypted, to ${hostOf(config.DATABASE_URL)}`;
    const mail = isSealed(config.SMTP_URL) ? "TLS" : `TLS if ${hostOf(config.SMTP_URL)} offers it`;
    return `database: ${database}; email: ${mail}`;
  },
  schema: async ({ db }) => {
    const pending = await pendingMigrations(db);
    if (pending > 0) throw new Error(`${pending} migrations are pending: run the command migrate`);
    return "all migrations have been applied";
  },
  clock: async ({ db, now }) => {
    const off = now().getTime() - (await databaseNow(db)).getTime();
    if (Math.abs(off) > CLOCK_TOLERANCE) {
      throw new Error(
        `this machine’s clock differs from the database’s by ${off} ms: set both with NTP`,
      );
    }
    return `within ${CLOCK_TOLERANCE} ms of the database’s`;
  },
  store: async ({ config, store }) => {
    const place = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : "the folder";
    const took = await tryStore(store).catch((error) => {
      throw new Error(`${place}: ${messageOf(error)}`);
    });
    return `${place} stores, returns and deletes a file in ${took} ms`;
  },
  files: async ({ config, store }) => {
    const room = await roomForUploads(config, store);
    if (room < 0)
      throw new Error("the reserve is used up: free disk space, or uploads are refused");
    return `${Math.floor(room / 1e9)} GB free beyond the reserve`;
  },
  videos: async () =>
    (await canConvert("ffmpeg"))
      ? `ffmpeg converts videos that browsers cannot play${await networkWarning()}`
      : "ffmpeg or util-linux is missing: videos stay as uploaded, and some must be downloaded; install both",
  decks: async () =>
    (await canConvert("soffice"))
      ? `LibreOffice converts PowerPoint decks into pages${await networkWarning()}`
      : "LibreOffice or util-linux is missing: PowerPoint decks must be downloaded; install libreoffice-impress",
  "mail server": async ({ config }) => {
    await tryMailServer(config).catch((error) => {
      throw new Error(`SMTP_URL: ${messageOf(error)}`);
    });
    return "accepts the login";
  },
  "queued emails": async ({ db }) => {
    const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
      select count(*) filter (where sent_at is null and failed_at is null
          and next_attempt_at < now() - interval '10 minutes')::int as waiting,
        count(*) filter (where failed_at is not null)::int as failed
      from ${outbox}`);
    const { waiting = 0, failed = 0 } = rows[0] ?? {};
    if (waiting > 0)
      throw new Error(`${waiting} overdue by 10 minutes or more: is the product running?`);
    return failed > 0
      ? `none overdue; ${failed} not delivered (npm run mail -- list --failed)`
      : "none overdue";
  },
  "sender’s domain": async ({ config, dns }) => {
    const { domain, records } = await senderDomain(config, dns);
    if (records.some(({ state }) => state === "reserved")) {
      return `${domain} is a reserved name: nothing to check`;
    }
    const unknown = records.find(({ state }) => state === "unknown");
    if (unknown) throw new Error(`the DNS resolver did not answer for ${unknown.at}`);
    const missing = records
      .filter(({ state }) => state === "missing")
      .map(({ name, at }) => (name === "DKIM" ? `DKIM key (${at})` : name));
    if (missing.length > 0) {
      throw new Error(`${domain} has no ${missing.join(", no ")}: emails may land in spam`);
    }
    if (config.DKIM_SELECTOR) return `${domain} has SPF, DKIM and DMARC`;
    return `${domain} has SPF and DMARC; set DKIM_SELECTOR to check its DKIM key as well`;
  },
  proxies: async ({ config }) => {
    if (config.SITE_URL.startsWith("https:") && config.TRUSTED_HOPS === 0) {
      throw new Error("SITE_URL is https and TRUSTED_HOPS is 0: nothing is limited per address");
    }
    return `TRUSTED_HOPS is ${config.TRUSTED_HOPS}`;
  },
  log: async ({ db }) => {
    const { lines, problem } = await verifyAuditLog(db);
    if (problem)
      throw new Error(`${problem}: compare with a backup, and find out who changed the database`);
    return `all ${lines} lines are intact`;
  },
  "retention times": async ({ db, now }) => {
    const due = await dueAfterAwards(db);
    const forgotten = due.find(
      ({ at, closesAt }) => !at && now().getTime() - +closesAt > 366 * DAY,
    );
    if (forgotten) {
      throw new Error(
        `edition ${forgotten.year} has no day of the awards, so its ${forgotten.count} applications are never erased: npm run edition -- date ${forgotten.year} awarded DAY`,
      );
    }
    const said = due.flatMap(({ year, count, at }) =>
      at ? [`${count} of ${year} on ${romeDay(at)}`] : [],
    );
    return `next erasures of applications: ${said.join(", ") || "none"}`;
  },
  "finished pages": async ({ config, ask }) => {
    const home = await ask(`${config.SITE_URL}/`).catch((error) => {
      throw new Error(`${config.SITE_URL} does not answer (${messageOf(error)}): is it running?`);
    });
    if (!home.ok) throw new Error(`${config.SITE_URL} answers ${home.status}: see the site’s log`);
    const kept = home.headers.get("x-nextjs-cache");
    if (kept !== "HIT" && kept !== "STALE") {
      throw new Error(
        "the home page is rendered for each visitor: does the site run a build (npm start)?",
      );
    }
    return "the home page comes from the cache";
  },
  metrics: async ({ config, ask }) => {
    const { SITE_URL, METRICS_TOKEN: token } = config;
    const bearer = token && { Authorization: `Bearer ${token}` };
    const { ok, status } = await ask(`${SITE_URL}/api/metrics`, bearer || {}).catch((error) => {
      throw new Error(`${SITE_URL} does not answer (${messageOf(error)}): is it running?`);
    });
    if (token && !ok) {
      throw new Error(`/api/metrics answers ${status}: does the site run with this METRICS_TOKEN?`);
    }
    if (token) return `${SITE_URL}/api/metrics can be read with METRICS_TOKEN as Bearer token`;
    if (ok) return "/api/metrics can be read from this machine only; set METRICS_TOKEN for others";
    return "/api/metrics cannot be read: set METRICS_TOKEN, and give it to Prometheus as Bearer token";
  },
  "authenticator apps": async (tools) => {
    const lost = await unreadableApps(tools);
    if (lost > 0) {
      throw new Error(
        `no TOKEN_SECRET decrypts ${lost}: set TOKEN_SECRET_PREVIOUS to the secret that encrypted them, or their owners need a recovery code`,
      );
    }
    return "TOKEN_SECRET decrypts all of them";
  },
  "two people": async ({ db, config }) => {
    const acts = config.SECOND_PERSON.join(", ");
    if (acts === "") return "SECOND_PERSON is empty: one director is enough for every actionion";
    const directors = await db.$count(users, and(hasRole("director"), isNull(users.deactivatedAt)));
    if (directors < 2) {
      throw new Error(
        `SECOND_PERSON requires two directors for ${acts}, but there is ${directors === 1 ? "only one" : "none"}: npm run user -- grant director EMAIL`,
      );
    }
    return `there are ${directors} directors; two must decide: ${acts}`;
  },
  backups: async ({ config, now }) => {
    if (!config.BACKUP_DIR) throw new Error("BACKUP_DIR is not set: see docs/operating.md");
    const newest = await newestBackup(config.BACKUP_DIR);
    if (!newest) throw new Error(`${config.BACKUP_DIR} contains no complete backup`);
    const hours = Math.floor((now().getTime() - newest.getTime()) / 3_600_000);
    if (hours >= BACKUP_HOURS) throw new Error(`the newest backup is ${hours} hours old`);
    return `the newest is ${hours} hours old`;
  },
};

/** Returns a warning for a system on which a conversion program can reach the network. Returns "" on other systems. */
async function networkWarning(): Promise<string> {
  if (await isIsolated()) return "";
  return "; warning: this system forbids `unshare --net`, so a malicious file can reach the network";
}

/** Milliseconds to wait for a database connection, and for a notification to arrive. */
const LINE_PATIENCE = 2_000;

/**
 * Sends a database notification and waits for it on the direct connection, which jobs and emails use. The notification
 * arrives only if both configured URLs lead to one database and the direct URL has no connection pooler. Returns the
 * time in ms.
 */
async function tryLine(db: Database, directUrl: string): Promise<number> {
  const line = new Client({
    connectionString: directUrl,
    connectionTimeoutMillis: LINE_PATIENCE,
  });
  line.on("error", () => {});
  const word = randomUUID();
  const arrived = new Promise<boolean>((resolve) => {
    line.on("notification", ({ payload }) => payload === word && resolve(true));
  });
  try {
    await line.connect();
    await line.query("listen doctor");
    const began = performance.now();
    await db.execute(sql`select pg_notify('doctor', ${word})`);
    if (!(await Promise.race([arrived, sleep(LINE_PATIENCE, false, { ref: false })]))) {
      throw new Error("no notification arrives: name the database itself, without a pooler");
    }
    return Math.round(performance.now() - began);
  } finally {
    await line.end().catch(() => {});
  }
}

/** Tests all operations of the file store with a temporary file. Returns the time in ms. */
async function tryStore(store: FileStore): Promise<number> {
  const began = performance.now();
  const id = randomUUID();
  const bytes = randomBytes(1_000);
  await store.works();
  await putBytes(store, id, bytes);
  try {
    if (!(await buffer(store.open(id))).equals(bytes))
      throw new Error("the file store returned other bytes than it received");
    await store.list(new Date());
  } finally {
    await store.remove([id]);
  }
  if ((await store.size(id)) !== null)
    throw new Error("the test file still exists after deletion: check delete permissions");
  return Math.round(performance.now() - began);
}

/** Runs all checks of the configuration and of the services that the product uses. Returns one result per check. */
export async function runChecks(tools: Tools): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, look] of Object.entries(CHECKS)) {
    const finding = await look(tools).then(
      (says) => ({ what, ok: true, says }),
      (error) => ({ what, ok: false, says: messageOf(error) }),
    );
    findings.push(finding);
  }
  return findings;
}

function messageOf(error: unknown): string {
  const { message, name, cause } = error as Error;
  // The message of an S3 error can be empty or repeat the error's name, so report the HTTP status or the error code.
  const { $metadata: about, code } = error as {
    $metadata?: object & { httpStatusCode?: number };
    code?: string;
  };
  if (about?.httpStatusCode)
    return `${about.httpStatusCode} ${name === message ? name : `${name}: ${message}`}`;
  if (message === "" && code) return code;
  // Reports the `cause`, because Drizzle's message contains the query instead of the reason.
  return cause instanceof Error ? cause.message || String(cause) : message;
}

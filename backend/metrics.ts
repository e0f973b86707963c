import { sql } from "drizzle-orm";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { MAIL_PATIENCE_MINUTES } from "@/contract/staff/today";
import { newestBackup } from "./backup/newest-backup";
import { readBuild } from "./db/instances";
import { clockRuns } from "./db/schema/clock";
import type { Counts, Dependencies } from "./dependencies";
import { findCurrentEdition } from "./editions/edition";
import { renditionQueue } from "./files/renditions/read-renditions";
import { roomForUploads } from "./files/under-way";
import { jobs } from "./jobs";
import { outboxState } from "./mail/outbox-state";

/** Time limit for reading one metric in milliseconds. A slower metric is omitted. */
const PATIENCE = 2_000;

/** Histogram buckets for request durations in seconds: from a short read request to the check of a large video. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the counters of one process and the registry that exports them. */
export function openCounts(): { counts: Counts; counted: Registry } {
  const counted = new Registry();
  const registers = [counted];
  const requests = new Counter({
    name: "slancio_endpoint_requests_total",
    help: "Calls of the back end, by endpoint and status",
    labelNames: ["endpoint", "code"],
    registers,
  });
  const durations = new Histogram({
    name: "slancio_endpoint_seconds",
    help: "Seconds until the back end answered, by endpoint",
    labelNames: ["endpoint"],
    buckets: SECONDS,
    registers,
  });
  const savesRefused = new Counter({
    name: "slancio_saves_refused_total",
    help: "Saves of an application that were not stored, by error code",
    labelNames: ["code"],
    registers,
  });
  const uploads = new Counter({
    name: "slancio_uploads_total",
    help: "Complete uploads by result: accepted, or the reason for refusal",
    labelNames: ["verdict"],
    registers,
  });
  const counts: Counts = {
    request(endpoint, code, seconds) {
      requests.inc({ endpoint, code });
      durations.observe({ endpoint }, seconds);
    },
    saveRefused: (code) => savesRefused.inc({ code }),
    upload: (verdict) => uploads.inc({ verdict }),
  };
  return { counts, counted };
}

type Reading = { value: number; labels?: Record<string, string> };
type OfNode = {
  /** Returns the time of this machine's clock, which does not decide deadlines. */
  machineClock: () => number;
  /**
   * Returns for how many seconds the oldest unprocessed page invalidation has waited in this instance. Undefined if the
   * instance follows no invalidations.
   */
  refreshesBehind: () => Promise<number | undefined>;
};
type Tools = Dependencies & OfNode;
/** Returns the measured values of a metric. An empty list omits the metric, because a zero would be misleading. */
type Read = (tools: Tools) => Promise<readonly Reading[]> | readonly Reading[];
type Row = { name: string; help: string; labels?: readonly string[]; read: Read };

const one = (value: number | null | undefined): Reading[] => (value == null ? [] : [{ value }]);

/** Metrics of this instance's current state. One metric can have several time series with different labels. */
const OF_NODE: readonly Row[] = [
  {
    name: "slancio_info",
    help: "Always 1: version of the build, the newest schema it knows, and what it was built from",
    labels: ["version", "schema", "build"],
    read: async ({ config }) => [{ value: 1, labels: await readBuild(config) }],
  },
  {
    name: "slancio_pool_connections",
    help: "Database connections by state; waiting counts requests that have no connection yet",
    labels: ["state"],
    read: ({ db: { $client: pool } }) => [
      { value: pool.totalCount, labels: { state: "open" } },
      { value: pool.idleCount, labels: { state: "idle" } },
      { value: pool.waitingCount, labels: { state: "waiting" } },
    ],
  },
  {
    name: "slancio_files_room_bytes",
    help: "Free bytes beyond the reserve: on the disk of unfinished uploads, and in the file store",
    read: async ({ config, store }) => one(await roomForUploads(config, store)),
  },
  {
    name: "slancio_store_up",
    help: "Whether the file store, a folder or a bucket, answers this node",
    read: async ({ store }) => {
      const isUp = await within(() => store.works()).then(
        () => true,
        () => false,
      );
      return one(Number(isUp));
    },
  },
  {
    name: "slancio_backup_timestamp_seconds",
    help: "When the newest backup in BACKUP_DIR was made",
    read: async ({ config: { BACKUP_DIR } }) => {
      const newest = BACKUP_DIR ? await newestBackup(BACKUP_DIR) : undefined;
      return one(newest && newest.getTime() / 1000);
    },
  },
];

/** Metrics from the database. Queries run one after the other, so that they use one connection. */
const OF_DATABASE: readonly Row[] = [
  {
    name: "slancio_clock_offset_seconds",
    help: "How far this machine’s clock is ahead of the database’s",
    read: async ({ db, machineClock }) => {
      const before = machineClock();
      const { rows } = await db.execute<{ at: number }>(
        sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
      );
      const here = (before + machineClock()) / 2;
      return one(rows[0] && (here - rows[0].at) / 1000);
    },
  },
  {
    name: "slancio_outbox_mails",
    help: "Emails by state: waiting, or permanently undelivered (without the expired ones)",
    labels: ["state"],
    read: async ({ db }) => {
      const { waiting, failed } = await outboxState(db, MAIL_PATIENCE_MINUTES);
      return Object.entries({ waiting, failed }).map(([state, value]) => ({
        value,
        labels: { state },
      }));
    },
  },
  {
    name: "slancio_outbox_oldest_seconds",
    help: "How long the oldest email has been waiting",
    read: async ({ db }) => one((await outboxState(db, MAIL_PATIENCE_MINUTES)).oldest),
  },
  {
    name: "slancio_renditions",
    help: "Renditions of videos and decks by state; failed ones leave the original to be downloaded",
    labels: ["state"],
    read: async ({ db }) => {
      const { counts } = await renditionQueue(db);
      return Object.entries(counts).map(([state, value]) => ({ value, labels: { state } }));
    },
  },
  {
    name: "slancio_renditions_oldest_seconds",
    help: "How long the first video or deck has been waiting for its conversion",
    read: async ({ db }) => one((await renditionQueue(db)).oldest),
  },
  {
    name: "slancio_deadline_seconds",
    help: "Seconds until the current edition closes; negative afterwards",
    read: async ({ db, now }) => {
      const edition = await findCurrentEdition(db, now());
      return one(edition && (edition.closesAt.getTime() - now().getTime()) / 1000);
    },
  },
  {
    name: "slancio_refresh_lag_seconds",
    help: "How long the oldest page refresh has waited for this node",
    read: async ({ refreshesBehind }) => one(await refreshesBehind()),
  },
  {
    name: "slancio_job_timestamp_seconds",
    help: "When the last successful run of each scheduled job began; 0 if no run ever succeeded",
    labels: ["name"],
    // Report only the jobs of this version. The row of a removed job stays in the table and would cause an alert
    // forever.
    read: async ({ db }) => {
      const runs = await db.select().from(clockRuns);
      const last = new Map(runs.map(({ job, startedAt }) => [job, startedAt.getTime() / 1000]));
      return jobs
        .filter(({ everywhere }) => !everywhere)
        .map(({ name }) => ({ value: last.get(name) ?? 0, labels: { name } }));
    },
  },
];

/**
 * Creates the function that returns all metrics in Prometheus' text format. Parallel calls share one result. If the
 * database is down, its metrics are omitted and the database is reported as down.
 */
export function openMetrics(
  deps: Dependencies,
  counted: Registry,
  { machineClock = Date.now, refreshesBehind = async () => undefined }: Partial<OfNode> = {},
): () => Promise<string> {
  const tools = { ...deps, machineClock, refreshesBehind };
  const registry = new Registry();
  const registers = [registry];
  const database = new Gauge({
    name: "slancio_database_up",
    help: "Whether the database answers",
    registers,
  });
  const opened = (rows: readonly Row[]) =>
    rows.map(({ name, help, labels = [], read }) => ({
      read,
      gauge: new Gauge({ name, help, labelNames: labels, registers }),
    }));
  const ofNode = opened(OF_NODE);
  const ofDatabase = opened(OF_DATABASE);
  let asked: Promise<string> | undefined;

  async function show({ gauge, read }: (typeof ofNode)[number], readable = true) {
    const readings = readable ? await within(async () => read(tools)).catch(() => []) : [];
    gauge.reset();
    // Remove a gauge without values, because it would otherwise export a zero that was never measured.
    if (readings.length === 0) gauge.remove({});
    for (const { value, labels = {} } of readings) gauge.set(labels, value);
  }

  async function tell(): Promise<string> {
    for (const row of ofNode) await show(row);
    const isUp = await within(() => deps.db.execute(sql`select 1`)).then(
      () => true,
      () => false,
    );
    database.set(Number(isUp));
    for (const row of ofDatabase) await show(row, isUp);
    return `${await counted.metrics()}\n${await registry.metrics()}`;
  }

  return function metrics() {
    asked ??= tell().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

/** Returns the value of a metric. Rejects if reading the metric exceeds the time limit. */
async function within<T>(read: () => PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), PATIENCE);
  });
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { BackendConfig } from "../config";
import type { Executor } from "./connect";
import { knownMigrations } from "./migrate";

/* Functions about the state of the database and the builds that use it. */

/** Prefix of the name of each instance's permanent connection. PostgreSQL lists connections by name. */
const NODE = "slancio node";

/** Number of characters that are kept of the source hash. The hash distinguishes builds of the same version. */
const HASH = 12;

/** Reports whether the database is read-only: a standby server, or a read-only configuration. */
export async function isReadOnly(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select current_setting('transaction_read_only')::boolean as is`,
  );
  return rows[0]?.is ?? false;
}

/**
 * Returns the identity of this build: its version, the newest known schema, and the hash of its sources. The hash is
 * empty if the build did not record it, as in a container image or a development server.
 */
export async function readBuild({ NEXT_DIST_DIR }: Pick<BackendConfig, "NEXT_DIST_DIR">) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return {
    version,
    schema: (await knownMigrations()).at(-1) ?? "",
    build: readHash(`${NEXT_DIST_DIR}/built-from`),
  };
}

function readHash(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, HASH);
  } catch {
    return "";
  }
}

/**
 * Returns the name of an instance's database connection. PostgreSQL cuts names to 63 characters. The schema comes last,
 * because it distinguishes builds least, so it can be cut.
 */
export function instanceName({ version, schema, build }: Awaited<ReturnType<typeof readBuild>>) {
  return `${NODE} ${version} ${build} ${schema}`.slice(0, 63);
}

/**
 * Returns the number of other builds with instances on this database, and the time when two builds began to run
 * together. Returns the count 0 while builds have run together for less than `minutes`, because a rolling update takes
 * that long.
 */
export async function otherBuilds(db: Executor, minutes: number) {
  const { rows } = await db.execute<{
    builds: number;
    since: Date | string | null;
    long: boolean;
  }>(sql`
    select count(*)::int as builds, max(first) as since,
      coalesce(max(first) <= clock_timestamp() - make_interval(mins => ${minutes}), false) as long
    from (
      select application_name, min(backend_start) as first from pg_stat_activity
      where datname = current_database() and application_name like ${`${NODE} %`}
      group by application_name
    ) as build`);
  const { builds = 0, since = null, long = false } = rows[0] ?? {};
  if (builds < 2 || !long || since === null) return { count: 0, since: null };
  return { count: builds - 1, since: new Date(since) };
}

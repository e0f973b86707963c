import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { BackendConfig } from "../config";
import type { Executor } from "./connect";
import { knownMigrations } from "./migrate";

/* How the database stands, and which builds work on it. */

/** How the line of a node is called, of which it keeps one while it runs: PostgreSQL shows who is there. */
const NODE = "slancio node";

/** Characters of the hash that tell builds of the same version apart. */
const HASH = 12;

/** Whether nothing can be written: it is a standby, or was set so. */
export async function isReadOnly(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select current_setting('transaction_read_only')::boolean as is`,
  );
  return rows[0]?.is ?? false;
}

/**
 * What tells this build from others: its version, the newest schema it knows, and the hash of what it was built from; empty
 * where nobody wrote that down (an image, a development server).
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

/** A node's name among the lines to the database: at most 63 characters, and what differs most comes first. */
export function nodeName({ version, schema, build }: Awaited<ReturnType<typeof readBuild>>) {
  return `${NODE} ${version} ${build} ${schema}`.slice(0, 63);
}

/**
 * How many builds more than one have nodes on this database, and since when; none while a version is being replaced, which is
 * over after so many minutes.
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

import { drizzle } from "drizzle-orm/node-postgres";
import { PgTransaction } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import * as accounts from "./schema/accounts";
import * as applications from "./schema/applications";
import * as assignment from "./schema/assignment";
import * as journal from "./schema/audit-log";
import * as clock from "./schema/clock";
import * as evaluations from "./schema/evaluations";
import * as mail from "./schema/mail";
import * as keys from "./schema/passkeys";
import * as previewLinks from "./schema/preview-links";
import * as refreshes from "./schema/refreshes";
import * as notices from "./schema/staff-notices";

const schema = {
  ...accounts,
  ...applications,
  ...assignment,
  ...clock,
  ...evaluations,
  ...journal,
  ...keys,
  ...mail,
  ...notices,
  ...previewLinks,
  ...refreshes,
};

/** Maximum number of database connections that one instance uses for requests. */
export const REQUEST_CONNECTIONS = 10;
/** Milliseconds after which PostgreSQL cancels a statement. */
const STATEMENT = 30_000;

/**
 * Opens a connection pool and returns a function to close it. `pooled` means that PgBouncer shares connections between
 * transactions. PgBouncer rejects connection settings, so its `connect_query` sets the time limit for statements
 * (docs/operating.md). The client waits five seconds longer, so that PostgreSQL cancels a slow statement first.
 */
export function connect(databaseUrl: string, { max = REQUEST_CONNECTIONS, pooled = false } = {}) {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    // If the database server is unreachable, requests fail with 503 within seconds instead of waiting.
    connectionTimeoutMillis: 5_000,
    ...(pooled ? { query_timeout: STATEMENT + 5_000 } : { statement_timeout: STATEMENT }),
  });
  // A lost idle connection, such as after a restart of the server, must not end the process. The next query reconnects.
  pool.on("error", () => {});
  // A connection can also be lost between two queries of a transaction. The next query throws the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(pool, { schema, casing: "snake_case" });
  if (!pooled) ownConnections.add(db);
  return { db, close: () => pool.end() };
}

/**
 * Databases whose connections no pooler shares with other processes. On these connections, PostgreSQL can keep prepared
 * statements.
 */
const ownConnections = new WeakSet<object>();

/**
 * Returns a query that is built once per database instead of at each call. Building the SQL of a frequent query takes
 * longer than sending it. PostgreSQL also keeps the prepared statement under its name. Through PgBouncer, the statement
 * has no name, because PgBouncer moves statements between connections.
 */
export function prepared<Query>(
  name: string,
  build: (db: Executor, name: string) => Query,
): (db: Executor) => Query {
  const built = new WeakMap<Executor, Query>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db, ownConnections.has(db) ? name : "");
    built.set(db, query);
    return query;
  };
}

/** Returns PostgreSQL's error code of a failed statement; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : undefined;
}

export type Database = ReturnType<typeof connect>["db"];
/** A database, or an open transaction on a database. */
export type Executor = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Runs independent database reads in parallel, each on its own connection of the pool. In a transaction, runs them one
 * after another, because a connection runs one query at a time.
 */
export async function readTogether<const T extends readonly (() => unknown)[]>(
  db: Executor,
  reads: T,
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const results: unknown[] = [];
  if (db instanceof PgTransaction) for (const read of reads) results.push(await read());
  else results.push(...(await Promise.all(reads.map((read) => read()))));
  return results as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import * as accounts from "./schema/accounts";
import * as applications from "./schema/applications";
import * as assignment from "./schema/assignment";
import * as clock from "./schema/clock";
import * as evaluations from "./schema/evaluations";
import * as journal from "./schema/journal";
import * as keys from "./schema/keys";
import * as mail from "./schema/mail";
import * as refreshes from "./schema/refreshes";

const schema = {
  ...accounts,
  ...applications,
  ...assignment,
  ...clock,
  ...evaluations,
  ...journal,
  ...keys,
  ...mail,
  ...refreshes,
};

/** Connections of a node for what it is asked. */
export const REQUEST_CONNECTIONS = 10;
/** Milliseconds after which the database ends a statement. */
const STATEMENT = 30_000;

/**
 * A connection pool and its end. Behind a pooler (`pooled`) no connection is ours between two transactions, and
 * PgBouncer refuses settings of a connection: there its `connect_query` limits statements (docs/operating.md),
 * and here nobody waits for one that it does not end.
 */
export function connect(databaseUrl: string, { max = REQUEST_CONNECTIONS, pooled = false } = {}) {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    // A lost server means a clear 503 within seconds, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    ...(pooled ? { query_timeout: STATEMENT + 5_000 } : { statement_timeout: STATEMENT }),
  });
  // An idle connection that dies (server restarted) must not end the process; the next query reconnects.
  pool.on("error", () => {});
  // The same for one in use but idle between two queries: the next query gets the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(pool, { schema, casing: "snake_case" });
  return { db, close: () => pool.end() };
}

/** PostgreSQL’s code for why a statement failed; undefined for an error that is not the database’s. */
export function sqlState(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : undefined;
}

export type Database = ReturnType<typeof connect>["db"];
/** A database or an open transaction on it. */
export type Executor = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

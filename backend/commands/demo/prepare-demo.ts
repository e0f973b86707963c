import { and, inArray, isNull, sql } from "drizzle-orm";
import type { BackendConfig } from "../../config";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { DEMO_ACCOUNTS } from "./accounts";
import { holdConfiguredDates } from "./configured-dates";
import { describeCall } from "./describe-call";

/** Maximum milliseconds that one instance waits until another instance has seeded the demo. */
const PATIENCE = 600_000;

/**
 * Prepares the demo when the product starts. Seeds a database without editions and accounts; in any other database,
 * only applies the configured edition dates. Returns the accounts that can sign in and the notes to print.
 */
export async function prepareDemo(db: Database, config: BackendConfig, now: Date) {
  const notes = [await db.transaction((tx) => seedOrKeep(tx, config, now))];
  notes.push(await describeCall(db, now));
  return { accounts: await standingAccounts(db), notes: notes.filter((note) => note !== null) };
}

/**
 * Seeds the demo, or applies the configured dates to existing data. If several instances start together, one instance
 * seeds and all others wait.
 */
async function seedOrKeep(tx: Executor, config: BackendConfig, now: Date) {
  await tx.execute(sql.raw(`set local statement_timeout = ${PATIENCE}`));
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
  // This cast is safe: a transaction can do everything `Database` can, except open a separate connection.
  const db = tx as Database;
  if (!(await isEmpty(db))) return holdConfiguredDates(db, config, now);
  // Loads the seed on demand, because loading its libraries takes longer than all other steps of the start.
  const { seedDemo } = await import("./seed-demo");
  await seedDemo(db, config, now);
  return null;
}

async function isEmpty(db: Database): Promise<boolean> {
  return (await db.$count(editions)) === 0 && (await db.$count(users)) === 0;
}

/** Returns the demo accounts that exist and are active. Visitors can close a demo account, and staff can erase it. */
async function standingAccounts(db: Database) {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deactivatedAt)));
  return DEMO_ACCOUNTS.filter(({ email }) => rows.some((row) => row.email === email));
}

import { and, inArray, isNull, sql } from "drizzle-orm";
import type { BackendConfig } from "../../config";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { DEMO_ACCOUNTS } from "./accounts";
import { holdConfiguredDates } from "./configured-dates";
import { describeCall } from "./describe-call";

/** Milliseconds one node waits for another that plants. */
const PATIENCE = 600_000;

/**
 * What a start does for the demo: plants it in a database that holds no edition and no account, and
 * leaves any other as it is, except for configured dates. Returns who can sign in, and what to report.
 */
export async function prepareDemo(db: Database, config: BackendConfig, now: Date) {
  const notes = [await db.transaction((tx) => plantOrHold(tx, config, now))];
  notes.push(await describeCall(db, now));
  return { accounts: await standingAccounts(db), notes: notes.filter((note) => note !== null) };
}

/** Of several nodes that start at once one plants, and the others wait and find it planted. */
async function plantOrHold(tx: Executor, config: BackendConfig, now: Date) {
  await tx.execute(sql.raw(`set local statement_timeout = ${PATIENCE}`));
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
  // A transaction can do all that a database can, but begin a connection of its own.
  const db = tx as Database;
  if (!(await isEmpty(db))) return holdConfiguredDates(db, config, now);
  // Loading the mapper and the PDF writer takes longer than everything else: only when needed.
  const { plantDemo } = await import("./plant-demo");
  await plantDemo(db, config, now);
  return null;
}

async function isEmpty(db: Database): Promise<boolean> {
  return (await db.$count(editions)) === 0 && (await db.$count(users)) === 0;
}

/** The demo's people who are (still) there: somebody may have closed or erased an account. */
async function standingAccounts(db: Database) {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deactivatedAt)));
  return DEMO_ACCOUNTS.filter(({ email }) => rows.some((row) => row.email === email));
}

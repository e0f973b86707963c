import { and, inArray, isNull } from "drizzle-orm";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { DEMO_ACCOUNTS } from "./accounts";
import { holdConfiguredDates } from "./configured-dates";
import { describeCall } from "./describe-call";

/**
 * What a start does for the demo: plants it in a database that holds no edition and no account, and
 * leaves any other as it is, except for configured dates. Returns who can sign in, and what to report.
 */
export async function prepareDemo(db: Database, config: BackendConfig, now: Date) {
  const notes: (string | null)[] = [];
  if (await isEmpty(db)) {
    // Loading the mapper and the PDF writer takes longer than everything else: only when needed.
    const { plantDemo } = await import("./plant-demo");
    await plantDemo(db, config, now);
  } else {
    notes.push(await holdConfiguredDates(db, config, now));
  }
  notes.push(await describeCall(db, now));
  return { accounts: await standingAccounts(db), notes: notes.filter((note) => note !== null) };
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

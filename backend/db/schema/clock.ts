import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/* Scheduled jobs. */

/** When each job last started, in whichever process: no process runs it again before it is due. */
export const clockRuns = pgTable("clock_runs", {
  job: text().primaryKey(),
  startedAt: instant().notNull(),
});

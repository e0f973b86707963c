import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/* Scheduled jobs. */

/** The last start of each job in any process. No process runs the job again before it is due. */
export const clockRuns = pgTable("clock_runs", {
  job: text().primaryKey(),
  startedAt: instant().notNull(),
});

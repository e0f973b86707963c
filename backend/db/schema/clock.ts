import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The last start of each scheduled job in any process. No process starts a job before the job is due. */
export const clockRuns = pgTable("clock_runs", {
  job: text().primaryKey(),
  startedAt: instant().notNull(),
});

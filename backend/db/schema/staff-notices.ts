import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Check } from "@/contract/staff/checks";
import type { StaffAlert } from "@/contract/staff/notices";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";

/* Emails about the control room that staff members choose (rule staff.notices). */

/** The choice of a staff member. Without a row, the defaults of contract/staff/notices.ts apply. */
export const staffNotices = pgTable("staff_notices", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Hour in Rome of the daily summary; null: no summary. */
  summaryHour: integer(),
  alerts: jsonb().$type<StaffAlert[]>().notNull(),
  /** Day in Rome whose summary is done, with or without a mail. */
  summaryOn: date({ mode: "string" }),
  /** The counts that the last summary reported. The next summary has only what differs. */
  summaryCounts: jsonb().$type<Partial<Record<Check, number>>>().notNull().default({}),
  createdAt: createdAt(),
});

/** Events that alerts report. An event has one row while it lasts, so that its alert is sent once. */
export const staffAlerts = pgTable(
  "staff_alerts",
  {
    id: id(),
    kind: text().$type<StaffAlert>().notNull(),
    /** Identifies one of several events of a kind, such as a data request; empty if there is only one. */
    subject: text().notNull().default(""),
    since: instant().notNull(),
    /** When a run last found the event. */
    seenAt: instant().notNull(),
    /** When the event counted as over; null while it lasts. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("staff_alerts_open_index")
      .on(table.kind, table.subject)
      .where(sql`ended_at is null`),
    index().on(table.endedAt),
  ],
);

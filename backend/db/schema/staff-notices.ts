import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Check } from "@/contract/staff/checks";
import type { StaffAlert } from "@/contract/staff/notices";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";

/*
 * Database tables for the emails that inform staff members about events in the staff area. Each staff member chooses
 * which of these emails to receive (rule staff.notices).
 */

/**
 * A staff member's choice of emails about the staff area. If a staff member has no row, the defaults of
 * contract/staff/notices.ts apply.
 */
export const staffNotices = pgTable("staff_notices", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Hour in Rome at which the daily summary is sent. Null means no summary. */
  summaryHour: integer(),
  alerts: jsonb().$type<StaffAlert[]>().notNull(),
  /** Day in Rome of the last processed daily summary. A summary without news sends no mail. */
  summaryOn: date({ mode: "string" }),
  /** The counts that the last daily summary reported. The next summary contains only changed counts. */
  summaryCounts: jsonb().$type<Partial<Record<Check, number>>>().notNull().default({}),
  createdAt: createdAt(),
});

/** Events that alert emails report. While an event lasts, it has one row, so that its alert is sent once. */
export const staffAlerts = pgTable(
  "staff_alerts",
  {
    id: id(),
    kind: text().$type<StaffAlert>().notNull(),
    /** Distinguishes several events of one kind, such as data requests. Empty for a kind with only one event. */
    subject: text().notNull().default(""),
    since: instant().notNull(),
    /** When a scheduled run last found that the event still lasts. */
    seenAt: instant().notNull(),
    /** When the event ended. Null while the event lasts. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("staff_alerts_open_index")
      .on(table.kind, table.subject)
      .where(sql`ended_at is null`),
    index().on(table.endedAt),
  ],
);

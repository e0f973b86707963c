import { eq } from "drizzle-orm";
import { romeDay, romeSecond } from "@/contract/deadline";
import { mayCall } from "@/contract/endpoint";
import * as contract from "@/contract/staff/notices";
import { appendAuditEntry } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { staffNotices } from "../../db/schema/staff-notices";
import type { Call } from "../../http/serve";
import { actionContextFor } from "../action-context";

type Chosen = typeof staffNotices.$inferSelect;

/** Returns a staff member's stored choice of alerts and daily summary, or null without a stored choice. */
async function findNotices(db: Executor, userId: string): Promise<Chosen | null> {
  const [found] = await db.select().from(staffNotices).where(eq(staffNotices.userId, userId));
  return found ?? null;
}

function answerOf(
  chosen: Chosen | null,
  roles: Parameters<typeof mayCall>[1],
): contract.StaffNotices {
  return {
    summary_hour: chosen?.summaryHour ?? null,
    alerts: [...(chosen?.alerts ?? contract.DEFAULT_ALERTS)],
    possible: mayCall(contract.setStaffNotices, roles),
  };
}

/** Returns which alerts, and whether and when a daily summary, the caller has chosen to receive by email. */
export async function getStaffNotices({ db, caller }: Call<typeof contract.getStaffNotices>) {
  return answerOf(await findNotices(db, caller.id), caller.roles);
}

/**
 * Stores which alerts and daily summary the caller has chosen to receive by email. If the chosen hour of the summary
 * has already passed today, the first summary is sent tomorrow.
 */
export function setStaffNotices({
  db,
  caller,
  body,
  arrivedAt: now,
}: Call<typeof contract.setStaffNotices>) {
  return db.transaction(async (tx) => {
    const before = await findNotices(tx, caller.id);
    const { summary_hour: summaryHour } = body;
    const alerts = contract.STAFF_ALERTS.filter((alert) => body.alerts.includes(alert));
    const isNew = summaryHour !== (before?.summaryHour ?? null);
    const hasPassed = summaryHour !== null && hourInRome(now) >= summaryHour;
    const values = {
      ...{ summaryHour, alerts },
      ...(isNew && hasPassed && { summaryOn: romeDay(now) }),
      // If a staff member turns the summary on again, clear the counts of the last summary. The next summary then
      // contains all counts, not only the changes.
      ...(before?.summaryHour === null && { summaryCounts: {} }),
    };
    const [chosen] = await tx
      .insert(staffNotices)
      .values({ userId: caller.id, ...values })
      .onConflictDoUpdate({ target: staffNotices.userId, set: values })
      .returning();
    await appendAuditEntry(tx, actionContextFor(caller, "", now), {
      act: "notices.set",
      target: { user: caller.id },
      data: {
        summary: summaryHour === null ? "–" : `${String(summaryHour).padStart(2, "0")}:00`,
        alerts: alerts.join(" ") || "–",
      },
    });
    return answerOf(chosen ?? null, caller.roles);
  });
}

/** Returns the hour of an instant in Rome, from 0 to 23. */
export const hourInRome = (instant: Date): number => Number(romeSecond(instant).slice(11, 13));

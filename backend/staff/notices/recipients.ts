import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { DEFAULT_ALERTS, type StaffAlert } from "@/contract/staff/notices";
import type { Executor } from "../../db/connect";
import { hasRole, users } from "../../db/schema/accounts";
import { staffNotices } from "../../db/schema/staff-notices";

export type Recipient = {
  user: typeof users.$inferSelect;
  chosen: typeof staffNotices.$inferSelect | null;
};

/**
 * Returns the people who can receive alerts and daily summaries: active staff and directors with a confirmed address.
 * Auditors receive none (rule staff.notices).
 */
export async function readRecipients(db: Executor): Promise<Recipient[]> {
  const rows = await db
    .select({ user: users, chosen: staffNotices })
    .from(users)
    .leftJoin(staffNotices, eq(staffNotices.userId, users.id))
    .where(
      and(
        or(hasRole("staff"), hasRole("director")),
        isNotNull(users.emailConfirmedAt),
        isNull(users.deactivatedAt),
      ),
    );
  return rows;
}

/** Reports whether a staff member has chosen a kind of alert. */
export const wants = ({ chosen }: Recipient, alert: StaffAlert): boolean =>
  (chosen?.alerts ?? DEFAULT_ALERTS).includes(alert);

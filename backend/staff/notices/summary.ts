import { eq } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { HOUR } from "@/contract/durations";
import type { Check, CheckAnswer } from "@/contract/staff/checks";
import { staffNotices } from "../../db/schema/staff-notices";
import type { Dependencies } from "../../dependencies";
import { findCurrentEdition } from "../../editions/edition";
import { queueMail } from "../../mail/outbox";
import { checkAll, groundOf } from "../today/checks";
import { hourInRome } from "./own-notices";
import { type Recipient, readRecipients } from "./recipients";

/** Hours after which an unsent daily summary expires, because the next daily summary follows. */
const EXPIRES_HOURS = 20;

type Tools = Pick<
  Dependencies,
  "db" | "config" | "store" | "clockOff" | "senderDomain" | "notifyMailWorker"
>;
type Counts = Partial<Record<Check, number>>;

/**
 * Queues the due daily summaries and returns their number. A summary lists the counts of the page *Today* that changed
 * since the person's last summary. If none of the changed counts is above 0, no email is sent.
 */
export async function sendSummaries(tools: Tools, now: Date): Promise<number> {
  const { db, notifyMailWorker } = tools;
  const today = romeDay(now);
  const due = (await readRecipients(db)).filter((one) => isDue(one, today, hourInRome(now)));
  if (due.length === 0) return 0;
  const checks = await checksOf(tools, now);
  const counts: Counts = Object.fromEntries(
    checks.flatMap(({ check, count }) => (count > 0 ? [[check, count]] : [])),
  );
  let queued = 0;
  for (const { user, chosen } of due) {
    const lines = linesOf(checks, chosen?.summaryCounts ?? {});
    const isNews = lines.some(([, count]) => count > 0);
    await db.transaction(async (tx) => {
      await tx
        .update(staffNotices)
        .set({ summaryOn: today, summaryCounts: counts })
        .where(eq(staffNotices.userId, user.id));
      if (!isNews) return;
      await queueMail(tx, {
        template: "staff_summary",
        userId: user.id,
        recipient: user.email,
        language: user.language,
        data: { first_name: user.firstName, lines: JSON.stringify(lines) },
        expiresAt: new Date(now.getTime() + EXPIRES_HOURS * HOUR),
        dedupeKey: `staff-summary:${user.id}:${today}`,
      });
      queued += 1;
    });
  }
  if (queued > 0) notifyMailWorker();
  return queued;
}

function isDue({ chosen }: Recipient, today: string, hour: number): boolean {
  if (!chosen || chosen.summaryHour === null || hour < chosen.summaryHour) return false;
  return chosen.summaryOn === null || chosen.summaryOn < today;
}

async function checksOf(tools: Tools, now: Date): Promise<CheckAnswer[]> {
  const edition = await findCurrentEdition(tools.db, now);
  return checkAll(tools, groundOf(tools.db, edition, now), now);
}

/**
 * Returns the checks of the page *Today* whose count differs from the last summary, each with its name, count, and
 * former count.
 */
function linesOf(checks: readonly CheckAnswer[], before: Counts): [Check, number, number][] {
  return checks.flatMap(({ check, count }): [Check, number, number][] => {
    const former = before[check] ?? 0;
    return count === former ? [] : [[check, count, former]];
  });
}

import type { Dependencies } from "../../dependencies";
import { sendAlerts } from "./alerts";
import { sendSummaries } from "./summary";

type Tools = Omit<Dependencies, "now"> & Parameters<typeof sendAlerts>[0];

/**
 * Queues alerts and then daily summaries for the staff members who have chosen to receive them. Returns the number of
 * queued emails.
 */
export async function notifyStaff(tools: Tools, now: Date): Promise<number> {
  const alerts = await sendAlerts(tools, now);
  const summaries = await sendSummaries(tools, now);
  return alerts + summaries;
}

import type { Dependencies } from "../../dependencies";
import { sendAlerts } from "./alerts";
import { sendSummaries } from "./summary";

type Tools = Omit<Dependencies, "now"> & Parameters<typeof sendAlerts>[0];

/**
 * Queues the emails about the staff area that staff members have chosen: alerts, then summaries. Returns the number of
 * queued emails.
 */
export async function notifyStaff(tools: Tools, now: Date): Promise<number> {
  const alerts = await sendAlerts(tools, now);
  const summaries = await sendSummaries(tools, now);
  return alerts + summaries;
}

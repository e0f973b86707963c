import { z } from "zod";

/* What people ask for about their data (GDPR art. 15–21), and by when the law wants an answer (art. 12(3)). */

export const REQUEST_KINDS = [
  "access",
  "rectification",
  "erasure",
  "objection",
  "portability",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Calendar months to answer in, and how many more where a request is complex. */
export const REQUEST_MONTHS = 1;
export const REQUEST_MONTHS_MORE = 2;
/** A request is due soon within so many days. */
export const REQUEST_NEAR_DAYS = 7;

/** A day so many calendar months later: the same day of that month, or its last. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** By which day of Rome a request is to be answered. */
export function dueOn(receivedOn: string, isExtended: boolean): string {
  return monthsLater(receivedOn, REQUEST_MONTHS + (isExtended ? REQUEST_MONTHS_MORE : 0));
}

/** A day of Rome. */
export const daySchema = z.iso.date({ error: "invalid_choice" });

export const dataRequestSchema = z
  .object({
    id: z.string(),
    kind: z.enum(REQUEST_KINDS),
    received_on: daySchema,
    due_on: daySchema,
    note: z.string(),
    /** Why it takes longer; null where it does not. */
    extension: z.string().nullable(),
    answered_on: daySchema.nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "DataRequest" });
export type DataRequest = z.infer<typeof dataRequestSchema>;

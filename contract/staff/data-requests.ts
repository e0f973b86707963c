import { z } from "zod";
import { DAY } from "../durations";

/*
 * Data requests (GDPR art. 15–21) and the legal deadline for an answer (art. 12(3)). Reports of accessibility problems
 * are in the same list, but their deadline is the one in the accessibility statement.
 */

export const REQUEST_KINDS = [
  "access",
  "rectification",
  "erasure",
  "objection",
  "portability",
  "accessibility",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * Calendar months in which a data request must be answered. An extension for a complex request adds
 * `REQUEST_MONTHS_MORE`.
 */
export const REQUEST_MONTHS = 1;
export const REQUEST_MONTHS_MORE = 2;
/** Days in which a report of an accessibility problem must be answered. There is no extension. */
export const ACCESSIBILITY_DAYS = 30;
/** From this number of days before its deadline, a data request counts as due soon. */
export const REQUEST_NEAR_DAYS = 7;

/**
 * Returns the day that is `months` calendar months after `day`: the same day of the month, or the last day of a shorter
 * month.
 */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** Returns the last day, in Rome, on which a data request can be answered. */
export function dueOn(kind: RequestKind, receivedOn: string, isExtended: boolean): string {
  if (kind === "accessibility") return daysLater(receivedOn, ACCESSIBILITY_DAYS);
  return monthsLater(receivedOn, REQUEST_MONTHS + (isExtended ? REQUEST_MONTHS_MORE : 0));
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Schema of a day in Rome. */
export const daySchema = z.iso.date({ error: "invalid_choice" });

export const dataRequestSchema = z
  .object({
    id: z.string(),
    kind: z.enum(REQUEST_KINDS),
    received_on: daySchema,
    due_on: daySchema,
    note: z.string(),
    /** Reason for extending the deadline of a data request; null without an extension. */
    extension: z.string().nullable(),
    answered_on: daySchema.nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "DataRequest" });
export type DataRequest = z.infer<typeof dataRequestSchema>;

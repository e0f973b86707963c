import type { useFormatter } from "next-intl";

/**
 * A day in words, day first in both languages (Europe's English): "20 novembre 2026",
 * "20 November 2026". Rome's day.
 */
export function dayInWords(
  format: ReturnType<typeof useFormatter>,
  instant: Date,
  { year = true }: { year?: boolean } = {},
): string {
  const parts = [
    format.dateTime(instant, { day: "numeric" }),
    format.dateTime(instant, { month: "long" }),
  ];
  if (year) parts.push(format.dateTime(instant, { year: "numeric" }));
  return parts.join(" ");
}

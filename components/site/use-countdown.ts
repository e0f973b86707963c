"use client";

import { useTranslations } from "next-intl";
import {
  type Countdown,
  countdownAt,
  type EditionDates,
  lastChangeOf,
} from "@/lib/browser/countdown";
import { useProgrammeNow } from "@/lib/browser/server-clock";
import type { EditionWords } from "./use-edition-messages";

/**
 * Returns the current time for a page about an edition: first the time of rendering, then the server's clock. The time
 * changes only when the text changes, so the first frame stays the same. Null on the server for a page prerendered at
 * build time: its dates can be outdated, so it shows only the dates.
 */
export function useEditionNow(edition: EditionDates): number | null {
  const { renderedAt } = edition;
  const now = useProgrammeNow(renderedAt ? Date.parse(renderedAt) : null);
  return now === null ? null : lastChangeOf(edition, now);
}

/**
 * Returns the time left of an edition; null if the time is unknown.
 *
 * Callers print its numbers with `String`: formatting the first number costs a phone 40 ms during hydration.
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useEditionNow(edition);
  return now === null ? null : countdownAt(edition, now);
}

/**
 * Returns a figure and its unit: days, or hours on the last day, or "closed" without a figure. Before the call opens, and
 * on a page prerendered at build time, they are a day and its month.
 */
export function useCountWords(edition: EditionDates, dates: EditionWords): [string, string] {
  const t = useTranslations("countdown.count");
  const countdown = useCountdown(edition);
  if (!countdown) return dates.closesShort;
  const { state, days, hours, minutes } = countdown;
  if (state === "not_yet_open") return dates.opensShort;
  if (state === "closed") return ["", t("closed")];
  if (days > 0) return [String(days), t("days", { days })];
  if (hours > 0) return [String(hours), t("hours", { hours })];
  // In the last minute some time is still left, so never show zero.
  return [minutes > 0 ? String(minutes) : "<1", t("minutes", { minutes: minutes || 1 })];
}

import { useTranslations } from "next-intl";
import type { Countdown, EditionDates } from "@/lib/browser/countdown";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";

/** Returns the largest nonzero unit of a countdown: days or hours, otherwise minutes. */
export const unitOf = ({ days, hours }: Countdown) =>
  days > 0 ? "days" : hours > 0 ? "hours" : "minutes";

/**
 * Returns the time left until the call closes, as a number and a unit; after the call, only the word "closed". Before
 * the call, returns the opening day and month. A page prerendered at build time gets the closing day and month, because
 * a countdown would be outdated.
 */
export function useCountWords(edition: EditionDates, dates: EditionWords): [string, string] {
  const t = useTranslations("countdown.count");
  const countdown = useCountdown(edition);
  if (!countdown) return dates.closesShort;
  if (countdown.state === "not_yet_open") return dates.opensShort;
  if (countdown.state === "closed") return ["", t("closed")];
  const unit = unitOf(countdown);
  const { [unit]: left } = countdown;
  // During the last minute, show "<1" instead of zero, because the call is still open.
  return [left > 0 ? String(left) : "<1", t(unit, { ...countdown, [unit]: left || 1 })];
}

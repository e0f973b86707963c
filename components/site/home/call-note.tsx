"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { EditionDates } from "@/lib/browser/countdown";
import { dated } from "@/lib/i18n/is-elided";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";

/**
 * Shows when the call opens or closes, in Rome time.
 *
 * @param localTime the closing time on the visitor's clock
 */
export function CallNote({
  edition,
  dates,
  localTime,
}: {
  edition: EditionDates;
  dates: EditionWords;
  localTime: ReactNode;
}) {
  const t = useTranslations("countdown.callNote");
  const countdown = useCountdown(edition);
  const year = String(edition.year);
  const end = { time: dates.time, midnight: String(dates.time === "24:00") };

  if (countdown?.state === "not_yet_open") {
    return <p>{t("not_yet_open", { year, ...dated("date", dates.opens) })}</p>;
  }
  if (countdown?.state === "closed")
    return <p>{t("closed", { year, ...dated("date", dates.closes) })}</p>;
  return (
    <p>
      {t("open", { ...dated("date", dates.closes), ...end })}
      {localTime}
    </p>
  );
}

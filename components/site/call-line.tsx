"use client";

import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { EditionDates } from "@/lib/browser/countdown";
import { dated } from "@/lib/i18n/is-elided";
import { PageLink } from "@/lib/i18n/page-link";
import { applyPath } from "@/lib/routes/apply";
import { useCountdown } from "./use-countdown";
import type { EditionWords } from "./use-edition-messages";

/**
 * Shows the state of the call in one line. Links to the application while the call is open, otherwise to the call's
 * page.
 */
export function CallLine({
  edition,
  dates,
  onLeave,
}: {
  edition: EditionDates;
  dates: EditionWords;
  onLeave: () => void;
}) {
  const t = useTranslations("header");
  const locale = useLocale();
  const countdown = useCountdown(edition);
  const { year } = edition;

  function words() {
    if (!countdown) return t("call.date", { year: String(year), ...dated("date", dates.closes) });
    if (countdown.state === "not_yet_open") {
      return t("call.not_yet_open", { year: String(year), ...dated("date", dates.opens) });
    }
    if (countdown.state === "closed") return t("call.closed", { year: String(year) });
    const { days, hours } = countdown;
    return days > 0
      ? t("call.days", { year: String(year), days, count: String(days) })
      : t("call.hours", { year: String(year), hours, count: String(hours) });
  }

  return (
    <>
      <p>{words()}</p>
      {countdown?.state === "open" ? (
        <GoLink href={applyPath(locale)}>{t("apply")}</GoLink>
      ) : (
        <GoLink component={PageLink} href="/call-for-ideas" prefetch={false} onClick={onLeave}>
          {t("readCall")}
        </GoLink>
      )}
    </>
  );
}

import { useLocale, useTranslations } from "next-intl";
import { closingMoment, romeDay, romeOffset } from "@/contract/deadline";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";

const DAY = 86_400_000;

/**
 * Shows the call's closing time by the visitor's clock, if it differs from Rome time. Also shows the visitor's day, if
 * it differs from the day in Rome. The HTML contains a text for the previous, the same, and the next day. Before the
 * first frame, the custom element `<local-time>` chooses one text (lib/browser/first-frame.ts).
 */
export function LocalTime({ closesAt }: { closesAt: string }) {
  const t = useTranslations("countdown.callNote");
  const { date } = datesIn(useLocale());
  const end = new Date(closesAt);
  const lastDay = Date.parse(`${romeDay(closingMoment(end).lastDay)}T00:00Z`);
  const words = [-1, 0, 1].map((days) => {
    const day = date(new Date(lastDay + days * DAY), { day: "numeric", month: "long" });
    return t("openElsewhere", { time: "{time}", ...dated("date", day), sameDay: `${days === 0}` });
  });
  return (
    <local-time
      data-at={end.getTime()}
      data-ahead={romeOffset(end.getTime()) / 60_000}
      data-day={lastDay / DAY}
      data-words={JSON.stringify(words)}
      // The custom element writes its text before hydration. The empty HTML keeps React from changing this text.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
      dangerouslySetInnerHTML={{ __html: "" }}
      suppressHydrationWarning
    />
  );
}

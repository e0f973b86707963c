import { useLocale, useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import { FIGURES } from "@/contract/quoted-numbers";
import type { EditionDates } from "@/lib/browser/countdown";
import { pathFor } from "@/lib/routes/path";
import { CALL_CALENDAR } from "@/lib/site/dates/call-files";
import { useEditionMessages } from "../use-edition-messages";
import { CallAction } from "./call-action";
import { CallCalendar } from "./call-calendar";
import styles from "./call-head.module.css";
import { CallStatus } from "./call-status";
import { LocalTime } from "./local-time";

/** Renders the head of the call's page: description, state of the call, how to apply, and calendar. */
export function CallHead({ edition }: { edition: EditionDates }) {
  const t = useTranslations("call");
  const dates = useEditionMessages(edition);
  return (
    <SectionHead section="call" title={<LeapTitle text={t("title")} lang="en" />}>
      <div className={styles.row}>
        <p className={styles.lead}>{t("lead", FIGURES)}</p>
        <div className={styles.now}>
          <CallStatus
            edition={edition}
            dates={dates}
            localTime={<LocalTime closesAt={edition.closesAt} />}
          />
          <CallAction edition={edition} note={<p className={styles.resume}>{t("how.resume")}</p>} />
        </div>
      </div>
      <CallCalendar edition={edition} />
      <p className={styles.rule}>
        {t("calendar.rule", { year: String(edition.year) })}{" "}
        <a href={pathFor({ locale: useLocale(), path: CALL_CALENDAR })}>{t("calendar.follow")}</a>
      </p>
    </SectionHead>
  );
}

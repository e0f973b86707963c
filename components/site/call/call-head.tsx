import { useTranslations } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import { LeapTitle } from "@/components/ui/leap-title";
import { SectionHead } from "@/components/ui/section-head";
import type { EditionDates } from "@/lib/countdown";
import { GRANT } from "@/lib/programme";
import { useEditionWords } from "../use-edition-words";
import { CallAction } from "./call-action";
import { CallCalendar } from "./call-calendar";
import styles from "./call-head.module.css";
import { CallStatus } from "./call-status";

/** The head of the call: what it is, where it stands, the way in, and its calendar. */
export function CallHead({ edition }: { edition: EditionDates }) {
  const t = useTranslations("call");
  const dates = useEditionWords(edition);
  return (
    <SectionHead section="call" title={<LeapTitle text={t("title")} />}>
      <ClientMessages forms={false} namespaces={["countdown"]}>
        <div className={styles.row}>
          <p className={styles.lead}>{t("lead", { amount: GRANT })}</p>
          <div className={styles.now}>
            <CallStatus edition={edition} dates={dates} />
            <CallAction edition={edition} />
          </div>
        </div>
        <CallCalendar edition={edition} />
      </ClientMessages>
      <p className={styles.rule}>{t("calendar.rule", { year: String(edition.year) })}</p>
    </SectionHead>
  );
}

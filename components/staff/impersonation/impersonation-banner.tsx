import { useLocale, useTranslations } from "next-intl";
import markStyles from "@/components/ui/figures/mark.module.css";
import { MINUTE } from "@/contract/durations";
import { datesIn } from "@/lib/i18n/dates";
import styles from "./impersonation-banner.module.css";
import { StopImpersonating } from "./stop-impersonation";

/**
 * Shows a white band above an applicant's pages during an impersonation. The server renders the band, which needs no
 * script and has no countdown.
 *
 * @param left milliseconds until the impersonation expires (`until`)
 */
export function ImpersonationBanner({
  name,
  until,
  left,
}: {
  name: string;
  until: string;
  left: number;
}) {
  const t = useTranslations("staff.look");
  const { date } = datesIn(useLocale());
  const time = date(new Date(until), { hour: "2-digit", minute: "2-digit" });
  return (
    <aside className={styles.band} data-theme="light" aria-label={t("label")}>
      <span className={markStyles.mark} aria-hidden="true" />
      <p>
        <strong>{t("as", { name })}</strong>{" "}
        {t("ends", { time, minutes: Math.ceil(left / MINUTE) })}
      </p>
      <StopImpersonating>{t("stop")}</StopImpersonating>
    </aside>
  );
}

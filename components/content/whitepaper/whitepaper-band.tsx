import { useFormatter, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SOCIAL_RETURN } from "@/contract/programme";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "../band.module.css";

/**
 * Invites the reader to request the whitepaper, which explains how the programme's social return per euro is
 * calculated.
 */
export function WhitepaperBand() {
  const t = useTranslations("community");
  const format = useFormatter();
  const amount = format.number(SOCIAL_RETURN, { style: "currency", currency: "EUR" });
  return (
    <section className={styles.band} data-theme="dark">
      <div className={styles.inner}>
        <h2>{t("whitepaper", { amount })}</h2>
        <div className={styles.words}>
          <p className={styles.text}>{t("whitepaperText", { amount })}</p>
          <ButtonLink
            component={PageLink}
            href="/community-event"
            prefetch={false}
            variant="inverse"
          >
            {t("whitepaperLink")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

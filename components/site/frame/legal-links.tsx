import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Language } from "@/contract/languages";
import { config } from "@/lib/config";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./footer.module.css";

/**
 * The last line of every page: policies, cookie policy, tax number.
 *
 * @param consent the button that opens the cookie preferences again
 * @param withMail also shows the contact address (when no other column does)
 */
export function LegalLinks({
  locale,
  consent,
  withMail = false,
}: {
  locale: Language;
  consent: ReactNode;
  withMail?: boolean;
}) {
  const t = useTranslations("footer");
  return (
    <ul className={styles.legalList}>
      <li>
        <a href={config.policies.webPrivacy[locale]}>{t("webPrivacy")}</a>
      </li>
      <li>
        <a href={config.policies.privacyNotice[locale]}>{t("privacyNotice")}</a>
      </li>
      <li>
        <PageLink href="/cookie-policy" prefetch={false}>
          {t("cookies")}
        </PageLink>
      </li>
      <li>{consent}</li>
      {withMail && (
        <li>
          <a href={`mailto:${config.contactMail}`}>{config.contactMail}</a>
        </li>
      )}
      <li className={withMail ? styles.end : undefined}>
        {t("taxNumber", { number: config.taxNumber })}
      </li>
    </ul>
  );
}

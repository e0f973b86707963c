import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Language } from "@/contract/languages";
import { config } from "@/lib/config";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./footer.module.css";

/**
 * Renders the last line of every page: policies, cookie policy, accessibility, and tax number.
 *
 * @param consent the button that opens the cookie preferences
 * @param alone whether the page has no other footer; this line then also shows the contact address and the social
 * profiles
 */
export function LegalLinks({
  locale,
  consent,
  alone = false,
}: {
  locale: Language;
  consent: ReactNode;
  alone?: boolean;
}) {
  const t = useTranslations("footer");
  const taxNumber = (
    <li className={alone ? styles.end : undefined}>
      {t("taxNumber", { number: config.taxNumber })}
    </li>
  );
  const policies = (
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
      <li>
        <PageLink href="/accessibilita" prefetch={false}>
          {t("accessibility")}
        </PageLink>
      </li>
      {config.accessibilityDeclaration && (
        <li>
          <a href={config.accessibilityDeclaration}>{t("accessibilityDeclaration")}</a>
        </li>
      )}
      <li>{consent}</li>
      {!alone && taxNumber}
    </ul>
  );
  if (!alone) return policies;
  return (
    <div className={styles.legalRow}>
      {policies}
      <ul className={styles.legalList}>
        <li>
          <a href={`mailto:${config.contactMail}`}>{config.contactMail}</a>
        </li>
        {config.social.map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
        {taxNumber}
      </ul>
    </div>
  );
}

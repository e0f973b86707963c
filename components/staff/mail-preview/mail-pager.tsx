"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { Language } from "@/contract/languages";
import type { MailPreviewAnswer as Sheet } from "@/contract/staff/mail-preview";
import styles from "./mail-pager.module.css";
import { MailSheet } from "./mail-preview";

/**
 * Shows one of the emails that an action will send, as its recipient will get it. Buttons browse all emails, or the
 * emails in one language.
 *
 * @param of the number of emails
 * @param languages the languages of the emails
 */
export function MailPager({
  mail,
  place,
  of,
  languages,
  language,
  onChoose,
  children,
}: {
  mail: Sheet;
  place: number;
  of: number;
  languages: readonly Language[];
  language: Language | undefined;
  onChoose: (shown: { place: number; language?: Language }) => void;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.mailSheet");
  return (
    <section className={styles.mail} aria-label={t("mail")}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{t("mail")}</h3>
        {languages.length > 1 && (
          <fieldset className={styles.languages} aria-label={t("languageChoice")}>
            {languages.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={language === one}
                onClick={() => onChoose({ place: 1, language: one })}
              >
                {one}
              </button>
            ))}
          </fieldset>
        )}
        <span role="status">{t("mailOf", { place, count: of })}</span>
      </div>
      <MailSheet mail={mail} label={mail.subject || t("mail")} />
      <div className={styles.head}>
        {([-1, 1] as const).map((step) => {
          const next = place + step;
          const isThere = next >= 1 && next <= of;
          return (
            <Button
              key={step}
              small
              variant="secondary"
              aria-disabled={!isThere}
              onClick={() => isThere && onChoose({ place: next, ...(language && { language }) })}
            >
              {t(step < 0 ? "previous" : "next")}
            </Button>
          );
        })}
        {children}
      </div>
    </section>
  );
}

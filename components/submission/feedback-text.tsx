import { useLocale, useTranslations } from "next-intl";
import type { LeavingText } from "@/contract/evaluation/received-feedback";
import styles from "./feedback-text.module.css";

/**
 * Renders feedback to an applicant with its reasons, in the feedback's language and direction. If the feedback's
 * language is not the page's language, a label names the feedback's language.
 */
export function FeedbackText({ text, language, reasons }: LeavingText) {
  const t = useTranslations("feedback");
  const words = useTranslations("reasons");
  const locale = useLocale();
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
  return (
    <div className={styles.feedback}>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{words(reason as never)}</li>
          ))}
        </ul>
      )}
      {text && (
        <>
          {language !== locale && <p className={styles.label}>{t("language", { name })}</p>}
          <blockquote className={styles.text} lang={language} dir="auto">
            {text}
          </blockquote>
        </>
      )}
    </div>
  );
}

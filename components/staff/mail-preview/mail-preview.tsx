import { useTranslations } from "next-intl";
import type { MailPreviewAnswer as Sheet } from "@/contract/staff/mail-preview";
import styles from "./mail-preview.module.css";

/**
 * Renders the preview of an email in the recipient's language. The email's link is inactive.
 *
 * @param label the preview's name for screen readers
 */
export function MailSheet({ mail, label }: { mail: Sheet; label: string }) {
  const t = useTranslations("staff.mailSheet");
  return (
    <article className={styles.sheet} data-theme="light" aria-label={label}>
      <dl className={styles.head}>
        <dt>{t("from")}</dt>
        <dd>{mail.from}</dd>
        {mail.to && (
          <>
            <dt>{t("to")}</dt>
            <dd>{mail.to}</dd>
          </>
        )}
        <dt>{t("subject")}</dt>
        <dd lang={mail.language}>
          <strong>{mail.subject}</strong>
        </dd>
      </dl>
      <div className={styles.body} lang={mail.language}>
        <p className={styles.title}>{mail.title}</p>
        {Object.entries(mail.paragraphs).map(([place, text]) => (
          <p key={place}>{text}</p>
        ))}
        {mail.details.length > 0 && (
          <dl className={styles.head}>
            {mail.details.map(({ label: name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {mail.button && <p className={styles.button}>{mail.button}</p>}
        {mail.note && <p className={styles.small}>{mail.note}</p>}
        <p className={styles.small}>{mail.footer}</p>
      </div>
    </article>
  );
}

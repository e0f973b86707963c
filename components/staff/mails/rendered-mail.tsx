import { useTranslations } from "next-intl";
import styles from "./mails.module.css";

/** Renders an email with its header lines and its original HTML, in which scripts and links are inactive. */
export function MailSheet({
  from,
  to,
  subject,
  html,
  language,
}: {
  from: string;
  to: string;
  subject: string;
  html: string;
  language: string;
}) {
  const t = useTranslations("staff.mails.sheet");
  return (
    <article className={styles.sheet} data-theme="light">
      <dl>
        <dt>{t("from")}</dt>
        <dd>{from}</dd>
        <dt>{t("to")}</dt>
        <dd>{to}</dd>
        <dt>{t("subject")}</dt>
        <dd lang={language}>
          <strong>{subject}</strong>
        </dd>
      </dl>
      <iframe title={t("text", { subject })} sandbox="" srcDoc={html} lang={language} />
    </article>
  );
}

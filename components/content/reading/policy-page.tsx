import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { SectionHead } from "@/components/ui/page/section-head";
import { config } from "@/lib/config";
import type { Content } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import styles from "./policy-page.module.css";
import reading from "./reading.module.css";
import { useOutline } from "./use-outline";

/**
 * Renders a policy with the magazine's grey page head: numbered sections, a table of contents beside them, and links to
 * the other policies.
 *
 * @param action a control related to the policy, such as the button for cookie preferences; shown before the text
 */
export function PolicyPage({ item, action }: { item: Content; action?: ReactNode }) {
  const t = useTranslations("policy");
  const content = useTranslations("content");
  const locale = useLocale();
  const foreign = item.locale === locale ? undefined : item.locale;
  const { html, headings } = useOutline(item);
  return (
    <article lang={foreign}>
      <SectionHead
        section="magazine"
        title={<h1 className={styles.title}>{item.title}</h1>}
        lead={<p>{item.excerpt}</p>}
      />
      <div className={styles.body}>
        <nav className={styles.aside} aria-label={content("contents")}>
          <ol className={styles.contents}>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.column}>
          <p className={styles.date}>
            {t.rich("modified", {
              date: datesIn(locale).date(new Date(item.modifiedAt), {
                day: "numeric",
                month: "long",
                year: "numeric",
              }),
              time: (chunks) => <time dateTime={item.modifiedAt}>{chunks}</time>,
            })}
          </p>
          {action && <div className={styles.action}>{action}</div>}
          <div
            className={cx(reading.text, styles.text)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by lib/content/html at the door
            dangerouslySetInnerHTML={{ __html: html }}
          />
          <section className={styles.others}>
            <h2 className={styles.head}>{t("others")}</h2>
            <ul>
              <li>
                <a href={config.policies.webPrivacy[locale]}>{t("webPrivacy")}</a>
              </li>
              <li>
                <a href={config.policies.privacyNotice[locale]}>{t("privacyNotice")}</a>
              </li>
              <li>
                <a href={config.policies.rules[locale]}>{t("rules")}</a>
              </li>
            </ul>
          </section>
        </div>
      </div>
    </article>
  );
}

import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Content } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { sectionOf } from "@/lib/routes/lookup";
import reading from "../reading.module.css";
import { useOutline } from "../use-outline";
import styles from "./archived-page.module.css";

/**
 * Renders an older version of a page under a notice that the version is out of date.
 *
 * @param today the path of the current page, without its locale
 */
export function ArchivedPage({ item, today }: { item: Content; today: string }) {
  const t = useTranslations("archive");
  const section = sectionOf(today) ?? "call";
  const foreign = item.locale === useLocale() ? undefined : item.locale;
  const { html } = useOutline(item);
  return (
    <article data-section={section}>
      <SectionHead
        section={section}
        title={
          <h1 className={styles.title} lang={foreign}>
            {item.title}
          </h1>
        }
        lead={<p lang={foreign}>{item.excerpt}</p>}
      />
      <div className={styles.body}>
        <Banner title={t("notice")}>
          <p>{t("text")}</p>
          <PageLink className={styles.link} href={today} prefetch={false}>
            {t("today")}
          </PageLink>
        </Banner>
        <div
          className={reading.text}
          lang={foreign}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by lib/content/html at the door
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
    </article>
  );
}

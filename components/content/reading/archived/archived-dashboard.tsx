import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Content } from "@/lib/content/content";
import { pathFor } from "@/lib/routes/path";
import reading from "../reading.module.css";
import { useOutline } from "../use-outline";
import styles from "./archived-dashboard.module.css";

const TODAY = [
  { name: "overview", path: "/dashboard" },
  { name: "project", path: "/dashboard/project" },
  { name: "profile", path: "/dashboard/edit-profile" },
] as const;

/** Renders the archived start page of the former private area as text, with links to the current pages. */
export function ArchivedDashboard({ item }: { item: Content }) {
  const t = useTranslations("archive");
  const locale = useLocale();
  const foreign = item.locale === locale ? undefined : item.locale;
  const { html } = useOutline(item);
  return (
    <article className={styles.page}>
      <h1 className={styles.title} lang={foreign}>
        {item.title}
      </h1>
      <div className={styles.column}>
        <Banner title={t("notice")}>
          <p>{t("dashboardText")}</p>
        </Banner>
        <nav aria-label={t("dashboardToday")}>
          <ul className={styles.links}>
            {TODAY.map(({ name, path }) => (
              <li key={name}>
                <GoLink href={pathFor({ locale, path })}>{t(`dashboard.${name}`)}</GoLink>
              </li>
            ))}
          </ul>
        </nav>
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

import { useTranslations } from "next-intl";
import { EnglishNames } from "@/components/ui/english-names";
import type { Language } from "@/contract/languages";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { SECTIONS } from "@/lib/routes/sections";
import styles from "./browse.module.css";

/** A topic of the magazine, as a starting point for browsing. */
export type Subject = { slug: string; name: string; locale: Language };

/** Shows where to start when the search has no query: the site sections and the magazine's topics. */
export function Browse({ subjects }: { subjects: readonly Subject[] }) {
  const t = useTranslations("search");
  const section = useTranslations("header.section");
  return (
    <section className={styles.browse} aria-labelledby="browse">
      <h2 id="browse" className={styles.title}>
        {t("browse")}
      </h2>
      <nav aria-label={t("sections")}>
        <ul className={styles.sections}>
          {SECTIONS.map((name) => (
            <li key={name}>
              <PageLink
                className={styles.section}
                data-flood
                data-section={name}
                href={SECTION_PATH[name]}
                prefetch={false}
              >
                <EnglishNames text={section(name)} />
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {subjects.length > 0 && (
        <nav aria-label={t("topics")}>
          <h3 className={styles.head}>{t("topics")}</h3>
          <ul className={styles.subjects}>
            {subjects.map(({ slug, name, locale }) => (
              <li key={slug}>
                <PageLink
                  className={styles.subject}
                  href={itemPath("posts", slug)}
                  lang={locale}
                  prefetch={false}
                >
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  );
}

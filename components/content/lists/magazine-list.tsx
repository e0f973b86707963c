import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Pagination } from "@/components/ui/page/pagination";
import { SectionHead } from "@/components/ui/page/section-head";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { Summary } from "@/lib/content/content";
import type { Topic } from "@/lib/content/magazine";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { ItemDate } from "../item-date";
import styles from "./magazine-list.module.css";
import { TeaserGrid } from "./teaser-grid";

/**
 * Renders the magazine: its topics, a page of articles in a grid with items of different sizes, and pagination.
 *
 * @param topic the slug of the selected topic; null for all topics
 * @param total the number of articles under the selected topic
 */
export function MagazineList({
  articles,
  topics,
  topic,
  total,
  page,
  pages,
}: {
  articles: readonly Summary[];
  topics: readonly Topic[];
  topic: Topic | null;
  total: number;
  page: number;
  pages: number;
}) {
  const t = useTranslations("magazine");
  const words = useTranslations("content");
  const pageHref = (number: number) => `/magazine/${number}`;
  return (
    <div data-flood data-section="magazine" className={styles.page}>
      <SectionHead
        section="magazine"
        joined
        title={<h1 lang={topic?.locale}>{topic ? topic.name : t("title")}</h1>}
      />
      <div className={styles.inner}>
        <div className={styles.filters}>
          <TabRow label={t("filters")}>
            <TabLink
              component={PageLink}
              prefetch={false}
              href="/magazine/1"
              current={topic === null}
            >
              {t("all")}
            </TabLink>
            <TabLink component={PageLink} prefetch={false} href="/storie">
              {t("stories")}
            </TabLink>
            {topics.map(({ slug, name, locale }) => (
              <TabLink
                key={slug}
                component={PageLink}
                prefetch={false}
                href={itemPath("posts", slug)}
                current={slug === topic?.slug}
              >
                <span lang={locale}>{name}</span>
              </TabLink>
            ))}
          </TabRow>
          <p className={styles.count}>{t("count", { count: total })}</p>
        </div>
        <TeaserGrid items={articles} type="posts" kicker={(item) => <Kicker item={item} />} />
        {pages > 1 && (
          <div className={styles.foot}>
            <Pagination
              page={page}
              pages={pages}
              href={pageHref}
              labels={{ nav: words("pages"), page: (number) => words("page", { page: number }) }}
              component={PageLink}
            />
            <div className={styles.steps}>
              {page > 1 && (
                <GoLink component={PageLink} href={pageHref(page - 1)} rel="prev" back>
                  {words("previous")}
                </GoLink>
              )}
              {page < pages ? (
                <GoLink component={PageLink} href={pageHref(page + 1)} rel="next">
                  {words("next")}
                </GoLink>
              ) : (
                // On the last page, the place of the "next" link stays empty, so that "previous" does not move under
                // the pointer.
                <span className={styles.none} aria-hidden="true">
                  {words("next")}
                </span>
              )}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function Kicker({ item }: { item: Summary }) {
  return (
    <>
      {item.tags[0] && <span lang={item.locale}>{item.tags[0]}</span>}
      <ItemDate at={item.publishedAt} />
    </>
  );
}

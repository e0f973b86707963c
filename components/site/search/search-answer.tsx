import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/page/pagination";
import type { Kind } from "@/lib/search/found";
import type { SearchAnswer } from "@/lib/search/search";
import { KindTabs } from "./kind-tabs";
import styles from "./search-page.module.css";
import { SearchResults } from "./search-results";

/** Shows one page of search results, with tabs for the kinds of results. Shows suggestions if nothing matches. */
export function Answer({
  query,
  answer: { results, total, kinds, kind, page, pages, incomplete, words, meant, offered },
  perPage,
  href,
}: {
  query: string;
  answer: SearchAnswer;
  perPage: number;
  href: (query: string, page: number, kind: Kind | null) => string;
}) {
  const t = useTranslations("search");
  const content = useTranslations("content");
  return (
    <section className={styles.answer} aria-labelledby="results">
      <div className={styles.head}>
        <h2 id="results" className={styles.count}>
          {meant
            ? t.rich("meant", { written: query, query: meant, q: (part) => <span>{part}</span> })
            : t.rich("count", { count: total, query, q: (part) => <span>{part}</span> })}
        </h2>
        {pages > 1 && <p>{t("page", { page, pages })}</p>}
      </div>
      {incomplete && (
        <Banner tone="negative" title={t("failedTitle")}>
          <p>{t("failedText")}</p>
          <GoLink href={href(query, page, kind)}>{t("retry")}</GoLink>
        </Banner>
      )}
      {total === 0 && !incomplete && (
        <EmptyState title={t("none")} text={t("noneText")} level={3} />
      )}
      {offered.length > 0 && (
        <p className={styles.offered}>
          {t("offered")}{" "}
          {offered.map((word) => (
            <a key={word} href={href(word, 1, null)}>
              {word}
            </a>
          ))}
        </p>
      )}
      {results.length > 0 && (
        <div>
          <KindTabs kinds={kinds} current={kind} href={(other) => href(query, 1, other)} />
          <SearchResults results={results} words={words} first={(page - 1) * perPage + 1} />
        </div>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(number) => href(query, number, kind)}
        labels={{ nav: content("pages"), page: (number) => content("page", { page: number }) }}
      />
    </section>
  );
}

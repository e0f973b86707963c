import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/actions/go-link";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/page/pagination";
import { SectionHead } from "@/components/ui/page/section-head";
import type { SearchAnswer } from "@/lib/api/content/search";
import { Browse, type Subject } from "./browse";
import { SearchForm } from "./search-form";
import styles from "./search-page.module.css";
import { SearchResults } from "./search-results";

/**
 * The search: the query, what was found, and a way on when nothing was.
 *
 * @param query as it was entered; empty before the first search
 * @param answer null when the query is empty or too short
 * @param href the URL of a page of a query's results
 */
export function SearchPage({
  query,
  answer,
  perPage,
  subjects,
  href,
}: {
  query: string;
  answer: SearchAnswer | null;
  perPage: number;
  subjects: readonly Subject[];
  href: (query: string, page: number) => string;
}) {
  const t = useTranslations("search");
  return (
    <>
      <SectionHead
        section="magazine"
        title={<h1 className={answer ? styles.title : undefined}>{t("title")}</h1>}
      >
        <SearchForm query={query} />
      </SectionHead>
      <div className={styles.inner}>
        {query && !answer && <p className={styles.count}>{t("short")}</p>}
        {answer && (
          <Answer {...{ query, answer, perPage }} href={(number) => href(query, number)} />
        )}
        {(!answer || answer.total === 0) && <Browse subjects={subjects} />}
      </div>
    </>
  );
}

function Answer({
  query,
  answer: { results, total, page, pages, incomplete, words, meant },
  perPage,
  href,
}: {
  query: string;
  answer: SearchAnswer;
  perPage: number;
  href: (page: number) => string;
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
          <GoLink href={href(page)}>{t("retry")}</GoLink>
        </Banner>
      )}
      {total === 0 && !incomplete && (
        <EmptyState title={t("none")} text={t("noneText")} level={3} />
      )}
      {results.length > 0 && (
        <SearchResults results={results} words={words} first={(page - 1) * perPage + 1} />
      )}
      <Pagination
        page={page}
        pages={pages}
        href={href}
        labels={{ nav: content("pages"), page: (number) => content("page", { page: number }) }}
      />
    </section>
  );
}

import { useTranslations } from "next-intl";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Kind } from "@/lib/search/found";
import type { SearchAnswer } from "@/lib/search/search";
import { Browse, type Subject } from "./browse";
import { Answer } from "./search-answer";
import { SearchForm } from "./search-form";
import styles from "./search-page.module.css";

/**
 * Renders the search page: the query, its results, and suggestions if nothing matches.
 *
 * @param query the entered text; empty before the first search
 * @param answer null if the query is empty or too short
 * @param href returns the URL of a page of results, of one kind or of all
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
  href: (query: string, page: number, kind: Kind | null) => string;
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
        {answer && <Answer {...{ query, answer, perPage, href }} />}
        {(!answer || answer.total === 0) && <Browse subjects={subjects} />}
      </div>
    </>
  );
}

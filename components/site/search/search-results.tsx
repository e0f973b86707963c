import { useLocale, useTranslations } from "next-intl";
import { MarkedText } from "@/components/ui/marked-text";
import { PageLink } from "@/lib/i18n/page-link";
import type { Found } from "@/lib/search/found";
import { markedParts } from "@/lib/search/words";
import styles from "./search-results.module.css";

/** Lists the search results, best match first: kind, title, and the search words in context. */
export function SearchResults({
  results,
  words,
  first,
}: {
  results: readonly Found[];
  words: readonly string[];
  /** The number of the first search result on this page. */
  first: number;
}) {
  return (
    <ol className={styles.list} start={first}>
      {results.map((found) => (
        <Result key={`${found.kind} ${found.path}`} found={found} words={words} />
      ))}
    </ol>
  );
}

function Result({ found, words }: { found: Found; words: readonly string[] }) {
  const t = useTranslations("search");
  const content = useTranslations("content");
  const foreign = found.locale === useLocale() ? undefined : found.locale;
  const title = <MarkedText parts={markedParts(found.title, words)} className={styles.hit} />;
  return (
    <li className={styles.row}>
      <p className={styles.kind}>
        <span className={styles.ring} data-section={found.section} aria-hidden="true" />
        {t(`kind.${found.kind}`, { count: 1 })}
        {foreign && ` (${content("inItalian")})`}
      </p>
      <h3 className={styles.title} lang={foreign}>
        {found.kind === "document" ? (
          <a className={styles.link} href={found.path}>
            {title}
          </a>
        ) : (
          <PageLink className={styles.link} href={found.path} prefetch={false}>
            {title}
          </PageLink>
        )}
      </h3>
      {found.text && (
        <p className={styles.text} lang={foreign}>
          <MarkedText parts={markedParts(found.text, words)} className={styles.hit} />
        </p>
      )}
      <span className={styles.mark} aria-hidden="true" />
    </li>
  );
}

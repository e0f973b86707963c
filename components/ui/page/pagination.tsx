import type { ElementType } from "react";
import { pageWindow } from "./page-window";
import styles from "./pagination.module.css";

/**
 * Renders page numbers with a thin ring around the current page.
 *
 * @param href returns the URL of a page number
 * @param labels `nav` names the landmark, `page` names a number ("Page 3"), both in the page's language
 */
export function Pagination({
  page,
  pages,
  href,
  labels,
  component: Anchor = "a",
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
  labels: { nav: string; page: (page: number) => string };
  component?: ElementType;
}) {
  if (pages < 2) return null;
  return (
    <nav aria-label={labels.nav}>
      <ul className={styles.pages}>
        {pageWindow(page, pages).map((entry) => (
          <li key={entry}>
            {entry < 0 ? (
              <span className={styles.gap} aria-hidden="true">
                —
              </span>
            ) : (
              <Anchor
                className={styles.page}
                href={href(entry)}
                aria-label={labels.page(entry)}
                aria-current={entry === page ? "page" : undefined}
              >
                {entry}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { ReactNode } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./link-band.module.css";

/**
 * Renders the last band of a page, which links to another page: a title, a short text, and the link.
 *
 * @param children full-width content below the link
 */
export function LinkBand({
  title,
  text,
  href,
  words,
  children,
}: {
  title: string;
  text: string;
  href: string;
  words: string;
  children?: ReactNode;
}) {
  return (
    <section className={styles.band}>
      <div className={styles.inner}>
        <h2>{title}</h2>
        <div className={styles.words}>
          <p>{text}</p>
          <GoLink component={PageLink} href={href} prefetch={false}>
            {words}
          </GoLink>
        </div>
        {children && <div className={styles.below}>{children}</div>}
      </div>
    </section>
  );
}

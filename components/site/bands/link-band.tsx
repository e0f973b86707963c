import type { ReactNode } from "react";
import { GoLink } from "@/components/ui/actions/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./link-band.module.css";

/**
 * The end of a page that leads to another: a title, a few words, the link.
 *
 * @param children what stands below them, over the whole width
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

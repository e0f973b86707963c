import type { ReactNode } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { type PagedType, sectionOfType } from "@/lib/routes/items";
import { Teaser } from "../lists/teaser";
import page from "../page.module.css";
import styles from "./more-items.module.css";

/** Renders other items of a content type at the end of a page, on the section's colour. */
export function MoreItems({
  title,
  items,
  type,
  all,
  kicker,
}: {
  title: string;
  items: readonly Summary[];
  type: PagedType;
  all: { href: string; words: string };
  kicker: (item: Summary) => ReactNode;
}) {
  if (items.length === 0) return null;
  return (
    <section className={page.section} data-flood data-section={sectionOfType(type)}>
      <div className={page.inner}>
        <div className={page.head}>
          <h2>{title}</h2>
          <GoLink component={PageLink} href={all.href} prefetch={false}>
            {all.words}
          </GoLink>
        </div>
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.slug}>
              <Teaser
                item={item}
                type={type}
                ratio={[4, 3]}
                sizes="(max-width: 767px) 100vw, 33vw"
                kicker={kicker(item)}
                onHue
                level={3}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

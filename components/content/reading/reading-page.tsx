import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { SectionHead } from "@/components/ui/page/section-head";
import { config } from "@/lib/config";
import type { Content } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath, type PagedType, sectionOfType } from "@/lib/routes/items";
import { pathFor } from "@/lib/routes/path";
import type { Section } from "@/lib/routes/sections";
import { ItemCover } from "../covers/item-cover";
import { ItemPicture } from "../covers/item-picture";
import reading from "./reading.module.css";
import styles from "./reading-page.module.css";
import { useOutline } from "./use-outline";

/**
 * Renders a long text: the title on the section's colour, a full-width cover, and one text column. A table of contents
 * is beside the column, and a bar shows the reading progress. On wide screens, pull quotes and the links after the text
 * are in the column at the right.
 *
 * @param trail breadcrumbs without the page itself
 * @param facts the content at the right of the head: author, date, reading time
 * @param below full-width content below the head, such as time and place
 * @param after the content below the text, such as its topics
 */
export function ReadingPage({
  item,
  type,
  trail,
  facts,
  below,
  after,
}: {
  item: Content;
  type: PagedType;
  trail: readonly { href: string; words: string }[];
  facts?: (minutes: number) => ReactNode;
  below?: ReactNode;
  after?: ReactNode;
}) {
  const t = useTranslations("content");
  const locale = useLocale();
  const section = sectionOfType(type);
  const foreign = item.locale === locale ? undefined : item.locale;
  const { html, headings, minutes } = useOutline(item);
  return (
    <article>
      <div className={styles.bar} aria-hidden="true" />
      <p className={styles.address}>
        {config.siteUrl + pathFor({ locale, path: itemPath(type, item.slug) })}
      </p>
      <SectionHead
        section={section}
        above={<Breadcrumbs label={t("trail")} trail={trail} component={PageLink} />}
        title={
          <div lang={foreign}>
            <h1 className={styles.title}>{item.title}</h1>
            {item.excerpt && <p className={styles.excerpt}>{item.excerpt}</p>}
          </div>
        }
        lead={facts && <div className={styles.facts}>{facts(minutes)}</div>}
      >
        {below}
      </SectionHead>
      <Head item={item} section={section} lang={foreign} />
      <div className={styles.body}>
        {headings.length > 1 && (
          <nav className={styles.aside} aria-label={t("contents")}>
            <p className={styles.head}>{t("contents")}</p>
            <ul className={styles.contents} lang={foreign}>
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.column}>
          {foreign && <p className={styles.note}>{t("untranslated")}</p>}
          {html && (
            <div
              className={reading.text}
              lang={foreign}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by lib/content/html at the door
              dangerouslySetInnerHTML={{ __html: html }}
            />
          )}
        </div>
        {after && <div className={styles.after}>{after}</div>}
      </div>
    </article>
  );
}

/**
 * Renders the full-width picture below the title, at most two fifths of the window high. The picture is the photograph
 * with its credit, or the cover, drawn once for wide and once for upright windows.
 */
function Head({
  item,
  section,
  lang,
}: {
  item: Content;
  section: Section;
  lang?: string | undefined;
}) {
  if (item.image) {
    return (
      <figure lang={lang}>
        <ItemPicture
          picture={item.image}
          section={section}
          sizes="100vw"
          first
          className={styles.photo}
        />
        {item.image.credit && (
          <figcaption className={styles.credit}>{item.image.credit}</figcaption>
        )}
      </figure>
    );
  }
  // With `onHue`, the cover's background differs from the colour of the page's head. Otherwise the cover
  // would have no visible edge.
  const cover = { item, section, sizes: "100vw", bleed: true, onHue: true };
  return (
    <>
      <ItemCover {...cover} ratio={[54, 10]} className={styles.wide} />
      <ItemCover {...cover} ratio={[2, 1]} className={styles.upright} />
    </>
  );
}

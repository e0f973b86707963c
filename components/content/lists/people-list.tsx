import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Content, Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath, type PagedType } from "@/lib/routes/items";
import styles from "./people-list.module.css";
import { PersonPicture } from "./person-picture";

/** Displayed width of a person's picture: beside the name on a phone, one of three or four columns on wider screens. */
const SIZES = "(max-width: 767px) 6rem, 33vw";

/**
 * Lists people with picture, role, and one sentence. A click opens a person's longer text.
 *
 * @param texts the texts that each person wrote, by name
 * @param led whether the first person leads the others and is shown larger, with the full text
 * @param onHue whether the list lies on the network section's colour
 */
export function PeopleList({
  people,
  texts,
  led = false,
  onHue = false,
}: {
  people: readonly Content[];
  texts: ReadonlyMap<string, readonly Summary[]>;
  led?: boolean;
  onHue?: boolean;
}) {
  const t = useTranslations("network");
  const locale = useLocale();
  return (
    <ul className={cx(styles.people, led && styles.led)}>
      {people.map((person, index) => (
        <li key={person.slug} className={styles.person} id={person.slug}>
          <PersonPicture person={person} sizes={SIZES} onHue={onHue} />
          <div lang={person.locale === locale ? undefined : person.locale}>
            <h3 className={styles.name}>{person.title}</h3>
            <p className={styles.role}>
              {person.meta.role}
              {person.meta.organisation && (
                <span className={styles.organisation}>{person.meta.organisation}</span>
              )}
            </p>
          </div>
          <div className={styles.about} lang={person.locale === locale ? undefined : person.locale}>
            {person.excerpt && <p className={styles.excerpt}>{person.excerpt}</p>}
            {person.image?.credit && <p className={styles.credit}>{person.image.credit}</p>}
            <Written texts={texts.get(person.title) ?? []} />
            {person.html && (
              <details className={styles.more} open={led && index === 0}>
                <summary className={styles.summary}>
                  {t("more")}
                  <VisuallyHidden>{` ${person.title}`}</VisuallyHidden>
                </summary>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where it is read */}
                <div className={styles.text} dangerouslySetInnerHTML={{ __html: person.html }} />
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Written({ texts }: { texts: readonly Summary[] }) {
  const t = useTranslations("network");
  const locale = useLocale();
  if (texts.length === 0) return null;
  return (
    <p className={styles.written} lang={locale}>
      {t("written")}{" "}
      {texts.map(({ type, slug, title, locale: own }, index) => (
        <Fragment key={slug}>
          {index > 0 && ", "}
          <PageLink href={itemPath(type as PagedType, slug)} prefetch={false} lang={own}>
            {title}
          </PageLink>
        </Fragment>
      ))}
    </p>
  );
}

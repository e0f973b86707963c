import { useLocale } from "next-intl";
import { cx } from "@/components/ui/cx";
import { readCover } from "@/contract/content/covers";
import type { Content } from "@/lib/api/content/content";
import { Cover } from "../covers/cover";
import styles from "./people-list.module.css";

/** Units of the square a person's cover is drawn in. */
const SIDE = 240;

/**
 * People with a square cover drawn from their slug, their role and who they are.
 *
 * @param dense six in a row on wide screens instead of three
 * @param onHue they stand on the network's own field
 */
export function PeopleList({
  people,
  dense = false,
  onHue = false,
}: {
  people: readonly Content[];
  dense?: boolean;
  onHue?: boolean;
}) {
  const locale = useLocale();
  return (
    <ul className={cx(styles.people, dense && styles.dense)}>
      {people.map((person) => (
        <li key={person.slug} className={styles.person} id={person.slug}>
          <Cover
            slug={person.slug}
            section="network"
            width={SIDE}
            height={SIDE}
            choice={readCover(person.meta.cover)}
            onHue={onHue}
          />
          <div lang={person.locale === locale ? undefined : person.locale}>
            <h3 className={styles.name}>{person.title}</h3>
            <p className={styles.role}>
              {person.meta.role}
              {person.meta.organisation && (
                <span className={styles.organisation}>{person.meta.organisation}</span>
              )}
            </p>
            {person.excerpt && <p className={styles.excerpt}>{person.excerpt}</p>}
            <div
              className={styles.text}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where it is read
              dangerouslySetInnerHTML={{ __html: person.html }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

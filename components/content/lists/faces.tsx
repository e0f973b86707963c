import { useLocale } from "next-intl";
import type { Content } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import styles from "./faces.module.css";
import { PersonPicture } from "./person-picture";

/** Shows some people of the network in one row, each with a link to the person's entry on the network page. */
export function Faces({ people }: { people: readonly Content[] }) {
  const locale = useLocale();
  return (
    <ul className={styles.faces}>
      {people.map((person) => (
        <li key={person.slug} lang={person.locale === locale ? undefined : person.locale}>
          <PageLink className={styles.face} href={itemPath("people", person.slug)} prefetch={false}>
            <PersonPicture person={person} sizes="(max-width: 767px) 50vw, 25vw" />
            <strong className={styles.name}>{person.title}</strong>
          </PageLink>
          <p className={styles.role}>{person.meta.role}</p>
        </li>
      ))}
    </ul>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { ActRow } from "@/contract/staff/audit-log";
import { Link } from "@/lib/i18n/navigation";
import { ListRow, ListTable } from "../list/list-table";
import { useWhen } from "../shell/use-when";
import styles from "./audit-log.module.css";
import { useFactWords } from "./fact-messages";

/** Number of characters that identify a hash. */
const SHORT = 12;
const COLUMNS = ["when", "who", "what", "about", "why", "line"] as const;

/** Lists the entries of a page. The target of each entry links to all entries about it. */
export function ActRows({
  acts,
  href,
  busy,
}: {
  acts: readonly ActRow[];
  href: (change: Record<string, string | undefined>) => string;
  busy: boolean;
}) {
  const t = useTranslations("staff.log");
  return (
    <ListTable
      caption={t("title")}
      columns={COLUMNS.map((name) => t(`column.${name}`))}
      busy={busy}
    >
      {acts.map((act) => (
        <Row key={act.number} act={act} href={href} />
      ))}
    </ListTable>
  );
}

function Row({
  act,
  href,
}: {
  act: ActRow;
  href: (change: Record<string, string | undefined>) => string;
}) {
  const t = useTranslations("staff.log");
  const { full } = useWhen();
  const sayFact = useFactWords();
  const at = full(act.at);
  return (
    <ListRow id={String(act.number)}>
      <td className={styles.when}>
        <time dateTime={act.at}>{at}</time>
      </td>
      <td className={styles.words}>
        {act.who && <Link href={href({ who: act.who })}>{act.who}</Link>}
        <span className={act.who ? styles.small : undefined}>{t(`level.${act.level}`)}</span>
      </td>
      <th scope="row" className={styles.words}>
        {t(`act.${act.act}`)}
        {Object.entries(act.facts).map(([name, value]) => (
          <span key={name} className={styles.small}>
            {sayFact(name, value)}
          </span>
        ))}
        {act.anyway && <span className={styles.anyway}>{t("anyway")}</span>}
      </th>
      <td className={styles.words}>
        <About act={act} href={href} />
      </td>
      <td className={styles.words}>
        {act.reason ?? <span className={styles.none}>{t("noReason")}</span>}
      </td>
      <td className={styles.when}>
        {t("line", { number: String(act.number) })}
        <code className={styles.small} title={act.sha256}>
          {`${act.sha256.slice(0, SHORT)}…`}
        </code>
      </td>
    </ListRow>
  );
}

function About({ act, href }: Parameters<typeof Row>[0]) {
  const t = useTranslations("staff.log");
  const { person, edition, mail } = act;
  if (!person && edition === null && !mail) return t("nothingElse");
  return (
    <ul className={styles.about}>
      {person && (
        <li>
          <Link href={href({ person: person.id })}>{person.email ?? t("erased")}</Link>
        </li>
      )}
      {edition !== null && (
        <li>
          <Link href={href({ edition: String(edition) })}>
            {t("edition", { year: String(edition) })}
          </Link>
        </li>
      )}
      {mail && (
        <li>
          <Link href={href({ mail })}>{t("mail", { id: mail.slice(0, 8) })}</Link>
        </li>
      )}
    </ul>
  );
}

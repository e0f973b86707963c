"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import type { AuditRow } from "@/contract/staff/audit-log";
import { Link } from "@/lib/i18n/navigation";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { useWhen } from "../shell/use-when";
import styles from "./audit-log.module.css";
import { useFactMessages } from "./fact-messages";

/** Number of characters that the table shows of a hash. */
const SHORT = 12;
const COLUMNS = ["when", "who", "what", "about", "why", "line"] as const;
type Column = (typeof COLUMNS)[number];

/** Lists the audit entries of a page. The target of each entry links to all entries about the same target. */
export function AuditLogRows({
  acts,
  href,
  busy,
}: {
  acts: readonly AuditRow[];
  href: (change: Record<string, string | undefined>) => string;
  busy: boolean;
}) {
  const t = useTranslations("staff.log");
  const list = useTranslations("staff.list");
  const equal = equalValues(acts, {
    who: ({ who, level }) => [who, t(`level.${level}`)].filter(Boolean).join(", "),
    about: ({ person, edition, mail }) =>
      [
        person && (person.email ?? t("erased")),
        edition && t("edition", { year: String(edition) }),
        mail && t("mail", { id: mail.slice(0, 8) }),
      ]
        .filter(Boolean)
        .join(", ") || t("nothingElse"),
    why: ({ reason }) => reason || "–",
  });
  const columns = COLUMNS.filter((name) => !(name in equal));
  return (
    <>
      <ListTable
        caption={t("title")}
        columns={columns.map((name) => t(`column.${name}`))}
        busy={busy}
      >
        {acts.map((action) => (
          <Row key={action.number} {...{ action, columns, href }} />
        ))}
      </ListTable>
      <EqualValues
        label={list("equal")}
        values={equal}
        nameOf={(column) => t(`column.${column}`)}
      />
    </>
  );
}

function Row({
  action,
  columns,
  href,
}: {
  action: AuditRow;
  columns: readonly Column[];
  href: (change: Record<string, string | undefined>) => string;
}) {
  const t = useTranslations("staff.log");
  const { full } = useWhen();
  const sayFact = useFactMessages();
  const at = full(action.at);
  return (
    <ListRow id={String(action.number)} className={cx(listRows.card, styles.row)}>
      <td className={styles.when}>
        <time dateTime={action.at}>{at}</time>
      </td>
      {columns.includes("who") && (
        <td className={styles.words}>
          {action.who && <Link href={href({ who: action.who })}>{action.who}</Link>}
          <span className={action.who ? styles.small : undefined}>
            {t(`level.${action.level}`)}
          </span>
        </td>
      )}
      <th scope="row" className={styles.words}>
        {t(`act.${action.act}`)}
        {Object.entries(action.facts).map(([name, value]) => (
          <span key={name} className={styles.small}>
            {sayFact(name, value)}
          </span>
        ))}
        {action.anyway && <span className={styles.anyway}>{t("anyway")}</span>}
      </th>
      {columns.includes("about") && (
        <td className={styles.words}>
          <About action={action} href={href} />
        </td>
      )}
      {columns.includes("why") && <td className={styles.words}>{action.reason}</td>}
      <td className={styles.when}>
        {t("line", { number: String(action.number) })}
        <code className={styles.small} title={action.sha256}>
          {`${action.sha256.slice(0, SHORT)}…`}
        </code>
      </td>
    </ListRow>
  );
}

function About({ action, href }: Omit<Parameters<typeof Row>[0], "columns">) {
  const t = useTranslations("staff.log");
  const { person, edition, mail } = action;
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

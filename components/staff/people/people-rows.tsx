"use client";

import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import type { AccountState, PersonRow } from "@/contract/staff/people";
import { dated } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { screenNamed } from "../shell/screens";
import { useRoleWord } from "../shell/use-role-name";
import { useWhen } from "../shell/use-when";
import styles from "./people.module.css";

export const TONES: Record<AccountState, Tone> = {
  active: "done",
  unconfirmed: "flight",
  deactivated: "off",
};

export const personHref = (id: string) => `${screenNamed("people").path}/${id}`;

/** Lists the people of a page. Each row links to its person. */
export function PeopleRows({ people, busy }: { people: readonly PersonRow[]; busy: boolean }) {
  const t = useTranslations("staff.people");
  const router = useRouter();
  const { wide: className } = styles;
  return (
    <ListTable
      caption={t("title")}
      columns={[
        t("column.person"),
        t("column.state"),
        t("column.roles"),
        { words: t("column.applications"), className, numeric: true },
        { words: t("column.registered"), className },
        { words: t("column.seen"), className },
      ]}
      busy={busy}
      keys={{ open: (id) => router.push(personHref(id)) }}
    >
      {people.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ListTable>
  );
}

function Row({ row }: { row: PersonRow }) {
  const t = useTranslations("staff.people");
  const roleWord = useRoleWord();
  const { day, moment } = useWhen();
  return (
    <ListRow id={row.id}>
      <th scope="row" className={listRows.name}>
        <Link href={personHref(row.id)}>{row.name || row.email}</Link>
        <span className={listRows.small}>{row.email}</span>
      </th>
      <td>
        <Status tone={TONES[row.state]}>{t(`value.${row.state}`)}</Status>
        {row.erases_at && (
          <span className={listRows.small}>{t("erases", dated("day", day(row.erases_at)))}</span>
        )}
        {row.request_due_on && (
          <span className={listRows.small}>
            {t("requestDue", dated("day", day(row.request_due_on)))}
          </span>
        )}
      </td>
      <td>{row.roles.map(roleWord).join(", ") || "–"}</td>
      <td data-numeric className={styles.wide}>
        {row.applications}
      </td>
      <td className={styles.wide}>{day(row.registered_at)}</td>
      <td className={styles.wide}>{row.seen_at ? moment(row.seen_at) : t("neverSeen")}</td>
    </ListRow>
  );
}

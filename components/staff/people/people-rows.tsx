"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Status, type Tone } from "@/components/ui/figures/status";
import { Table } from "@/components/ui/page/table";
import type { AccountState, PersonRow } from "@/contract/staff/people";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { screenNamed } from "../frame/screens";
import { useRoleWord } from "../frame/use-role-word";
import { useWhen } from "../frame/use-when";
import listRows from "../list/list-rows.module.css";
import { ROW, useRowKeys } from "../list/use-row-keys";
import styles from "./people.module.css";

export const TONES: Record<AccountState, Tone> = {
  active: "done",
  unconfirmed: "flight",
  deactivated: "off",
};

export const personHref = (id: string) => `${screenNamed("people").path}/${id}`;

/** The rows of a page; each leads to its person. */
export function PeopleRows({ people, busy }: { people: readonly PersonRow[]; busy: boolean }) {
  const t = useTranslations("staff.people");
  const router = useRouter();
  const keys = useRowKeys({ open: (id) => router.push(personHref(id)) });
  return (
    <div {...keys}>
      <Table caption={t("title")} busy={busy}>
        <thead className={listRows.heads}>
          <tr>
            <th scope="col">{t("column.person")}</th>
            <th scope="col">{t("column.state")}</th>
            <th scope="col">{t("column.roles")}</th>
            <th scope="col" data-numeric className={styles.wide}>
              {t("column.applications")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("column.registered")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("column.seen")}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ row }: { row: PersonRow }) {
  const t = useTranslations("staff.people");
  const roleWord = useRoleWord();
  const { day, moment } = useWhen();
  return (
    <tr {...{ [ROW]: row.id }} tabIndex={-1} className={cx(listRows.row, styles.row)}>
      <th scope="row" className={listRows.name}>
        <Link href={personHref(row.id)}>{row.name || row.email}</Link>
        <span className={listRows.small}>{row.email}</span>
      </th>
      <td>
        <Status tone={TONES[row.state]}>{t(`value.${row.state}`)}</Status>
        {row.erases_at && (
          <span className={listRows.small}>{t("erases", { day: day(row.erases_at) })}</span>
        )}
        {row.request_due_on && (
          <span className={listRows.small}>
            {t("requestDue", { day: day(row.request_due_on) })}
          </span>
        )}
      </td>
      <td>{row.roles.map(roleWord).join(", ") || "–"}</td>
      <td data-numeric className={styles.wide}>
        {row.applications}
      </td>
      <td className={styles.wide}>{day(row.registered_at)}</td>
      <td className={styles.wide}>{row.seen_at ? moment(row.seen_at) : t("neverSeen")}</td>
    </tr>
  );
}

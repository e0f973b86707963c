"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Status } from "@/components/ui/figures/status";
import { Table } from "@/components/ui/page/table";
import type { RequestRow } from "@/contract/staff/requests";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useWhen } from "../frame/use-when";
import listRows from "../list/list-rows.module.css";
import { ROW, useRowKeys } from "../list/use-row-keys";
import styles from "../people/people.module.css";
import { personHref } from "../people/people-rows";
import { daysTo } from "../people/request-arc";
import { DaysLeft, RequestActs } from "../people/requests";

/** The rows of a page; each leads to the person, where there is one, and has what can be done about it. */
export function RequestRows({
  requests,
  today,
  busy,
}: {
  requests: readonly RequestRow[];
  today: string;
  busy: boolean;
}) {
  const t = useTranslations("staff.requests");
  const router = useRouter();
  const keys = useRowKeys({
    open: (id) => {
      const person = requests.find((one) => one.id === id)?.person;
      if (person) router.push(personHref(person));
    },
  });
  return (
    <div {...keys}>
      <Table caption={t("title")} busy={busy}>
        <thead className={listRows.heads}>
          <tr>
            {(["who", "what", "due", "acts"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((row) => (
            <Row key={row.id} row={row} today={today} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ row, today }: { row: RequestRow; today: string }) {
  const t = useTranslations("staff.requests");
  const person = useTranslations("staff.person");
  const { day } = useWhen();
  const { email, note, extension, answered_on, answer } = row;
  const who = row.name || email || t("erased");
  return (
    <tr {...{ [ROW]: row.id }} tabIndex={-1} className={cx(listRows.row, styles.row)}>
      <th scope="row" className={listRows.name}>
        {row.person ? <Link href={personHref(row.person)}>{who}</Link> : who}
        {row.name && email && <span className={listRows.small}>{email}</span>}
        {!row.person && email && <span className={listRows.small}>{t("noAccount")}</span>}
      </th>
      <td>
        {person(`request.${row.kind}`)}
        {note && <span className={listRows.small}>{person("quoted", { words: note })}</span>}
        {extension && (
          <span className={listRows.small}>{person("because", { words: extension })}</span>
        )}
      </td>
      <td>
        {answered_on === null ? (
          <DaysLeft left={daysTo(row.due_on, today)} />
        ) : (
          <Status tone="done">{t("answered", { day: day(answered_on) })}</Status>
        )}
        <span className={listRows.small}>
          {t("dates", { received: day(row.received_on), due: day(row.due_on) })}
        </span>
      </td>
      <td>
        {answered_on === null ? (
          <RequestActs
            request={row}
            toWhom={<p>{[row.name, email].filter(Boolean).join(", ")}</p>}
          />
        ) : (
          answer && person("quoted", { words: answer })
        )}
      </td>
    </tr>
  );
}

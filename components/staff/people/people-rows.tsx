"use client";

import { useTranslations } from "next-intl";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import { Status, type Tone } from "@/components/ui/figures/status";
import { DAY } from "@/contract/durations";
import { ENDED_SESSION_DAYS } from "@/contract/limits";
import type { AccountState, PersonRow } from "@/contract/staff/people";
import { useLikelyNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import type { ListSelection } from "../list/use-selection";
import { useRoleWord } from "../shell/use-role-name";
import { useWhen } from "../shell/use-when";
import styles from "./people.module.css";
import { personHref } from "./person-href";

export const TONES: Record<AccountState, Tone> = {
  active: "done",
  unconfirmed: "flight",
  deactivated: "off",
};

/** Lists the people of a page, who can be selected. Each row links to the person's page. */
export function PeopleRows({
  people,
  busy,
  selection,
  letters,
  filter,
}: {
  people: readonly PersonRow[];
  busy: boolean;
  selection: ListSelection;
  /** Additional keyboard shortcuts of the list, by letter. Each function receives the id of the focused row. */
  letters: Readonly<Record<string, (id: string | null) => void>>;
  /** The filters of the list of people, which the links to a person's page carry. */
  filter: Record<string, string | undefined>;
}) {
  const t = useTranslations("staff.people");
  const router = useRouter();
  const { wide: className } = styles;
  const ids = people.map(({ id }) => id);
  const isWhole = ids.every(selection.has);
  return (
    <ListTable
      caption={t("title")}
      columns={[
        {
          words: t("column.choose"),
          className: cx(listRows.box, choiceStyles.bare),
          head: (
            <input
              type="checkbox"
              aria-label={t("choosePage")}
              checked={isWhole}
              onChange={() => (isWhole ? selection.drop(ids) : selection.add(ids))}
            />
          ),
        },
        t("column.person"),
        t("column.state"),
        t("column.roles"),
        { words: t("column.applications"), className, numeric: true },
        { words: t("column.registered"), className },
        { words: t("column.seen"), className },
      ]}
      busy={busy}
      keys={{
        toggle: selection.toggle,
        upTo: selection.upTo,
        open: (id) => router.push(personHref(id, filter)),
        letters,
      }}
    >
      {people.map((row) => (
        <Row
          key={row.id}
          row={row}
          href={personHref(row.id, filter)}
          chosen={selection.has(row.id)}
          onChoose={() => selection.toggle(row.id)}
        />
      ))}
    </ListTable>
  );
}

function Row({
  row,
  href,
  chosen,
  onChoose,
}: {
  row: PersonRow;
  href: string;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useTranslations("staff.people");
  const roleWord = useRoleWord();
  const { day, moment } = useWhen();
  const now = useLikelyNow() ?? Date.now();
  // Old login records are deleted. So only a recent account without logins has certainly never been used.
  const isNew = now - Date.parse(row.registered_at) < ENDED_SESSION_DAYS * DAY;
  const unseen = isNew ? t("neverSeen") : t("unseenFor", { days: ENDED_SESSION_DAYS });
  return (
    <ListRow id={row.id} className={listRows.compact} chosen={chosen}>
      <td className={cx(listRows.box, choiceStyles.bare)}>
        <input
          type="checkbox"
          aria-label={t("choose", { name: row.name || row.email })}
          checked={chosen}
          onChange={onChoose}
        />
      </td>
      <th scope="row" className={listRows.name}>
        <Link href={href}>{row.name || row.email}</Link>
        <span className={listRows.small}>{row.email}</span>
      </th>
      <td className={listRows.top}>
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
      <td className={cx(listRows.bottom, row.roles.length === 0 && styles.none)}>
        {row.roles.map(roleWord).join(", ") || "–"}
      </td>
      <td data-numeric className={styles.wide}>
        {row.applications}
      </td>
      <td className={styles.wide}>{day(row.registered_at)}</td>
      <td className={styles.wide}>{row.seen_at ? moment(row.seen_at) : unseen}</td>
    </ListRow>
  );
}

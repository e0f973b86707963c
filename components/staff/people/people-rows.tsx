"use client";

import { useTranslations } from "next-intl";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import { Status, type Tone } from "@/components/ui/figures/status";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
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

/** Lists the people of one page of the list as rows that staff can select. Each row links to the person's page. */
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
  const list = useTranslations("staff.list");
  const router = useRouter();
  const { wide: className } = styles;
  const texts = useTexts();
  const equal = equalValues(people, texts);
  const shows = (column: Column) => !(column in equal);
  const ids = people.map(({ id }) => id);
  const isWhole = ids.every(selection.has);
  return (
    <>
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
          ...(["state", "roles"] as const).filter(shows).map((name) => t(`column.${name}`)),
          ...(["applications", "registered", "seen"] as const).filter(shows).map((name) => ({
            ...{ words: t(`column.${name}`), className },
            ...(name === "applications" && { numeric: true }),
          })),
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
            shows={shows}
            href={personHref(row.id, filter)}
            chosen={selection.has(row.id)}
            onChoose={() => selection.toggle(row.id)}
          />
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

type Column = "state" | "roles" | "applications" | "registered" | "seen";

/**
 * Returns, for each column except the person's name, a function that returns the text of the column's cell.
 */
function useTexts(): Record<Column, (row: PersonRow) => string> {
  const t = useTranslations("staff.people");
  const roleWord = useRoleWord();
  const { day, moment } = useWhen();
  const now = useLikelyNow() ?? Date.now();
  return {
    state: ({ state, erases_at, request_due_on }) =>
      [
        t(`value.${state}`),
        ...(erases_at ? [t("erases", dated("day", day(erases_at)))] : []),
        ...(request_due_on ? [t("requestDue", dated("day", day(request_due_on)))] : []),
      ].join(", "),
    roles: ({ roles }) => roles.map(roleWord).join(", ") || "–",
    applications: ({ applications }) => String(applications),
    registered: ({ registered_at }) => day(registered_at),
    seen: ({ seen_at, registered_at }) => {
      if (seen_at) return moment(seen_at);
      // Old login records are deleted. So only a recent account without logins has certainly never been used.
      const isNew = now - Date.parse(registered_at) < ENDED_SESSION_DAYS * DAY;
      return isNew ? t("neverSeen") : t("unseenFor", { days: ENDED_SESSION_DAYS });
    },
  };
}

function Row({
  row,
  shows,
  href,
  chosen,
  onChoose,
}: {
  row: PersonRow;
  /** Reports whether a column is shown. Columns with equal values in all rows are hidden. */
  shows: (column: Column) => boolean;
  href: string;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useTranslations("staff.people");
  const { day } = useWhen();
  const texts = useTexts();
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
      {shows("state") && (
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
      )}
      {shows("roles") && (
        <td className={cx(listRows.bottom, row.roles.length === 0 && styles.none)}>
          {texts.roles(row)}
        </td>
      )}
      {shows("applications") && (
        <td data-numeric className={styles.wide}>
          {texts.applications(row)}
        </td>
      )}
      {shows("registered") && <td className={styles.wide}>{texts.registered(row)}</td>}
      {shows("seen") && <td className={styles.wide}>{texts.seen(row)}</td>}
    </ListRow>
  );
}

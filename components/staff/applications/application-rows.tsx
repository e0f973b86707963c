"use client";

import { useTranslations } from "next-intl";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import { Table } from "@/components/ui/page/table";
import { useRow } from "@/components/ui/page/use-row-keys";
import type { AnswerOf } from "@/contract/endpoint";
import {
  type ApplicationColumn,
  type ApplicationRow,
  columnsOf,
  DEFAULT_SORT,
  isSortColumn,
  type listApplications,
} from "@/contract/staff/applications";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { applicationHref } from "../list/list-address";
import listRows from "../list/list-rows.module.css";
import { SortHead } from "../list/sort-head";
import { useRowShortcuts } from "../list/use-row-shortcuts";
import type { ListSelection } from "../list/use-selection";
import { useOwnerName } from "../owners/owners";
import { TagChip } from "../tags/tag-chip";
import { ApplicationCell } from "./application-cell";
import styles from "./applications.module.css";
import { equalColumns } from "./equal-columns";
import { useColumnMessages } from "./use-column-messages";

/** Renders one page of applications as table rows that staff can select. */
export function ApplicationRows({
  list,
  search,
  href,
  selection,
  letters,
  busy,
}: {
  list: AnswerOf<typeof listApplications>;
  /** The list's filters and order, which the links of the rows carry. */
  search: Record<string, string>;
  href: (change: Record<string, string | undefined>) => string;
  selection: ListSelection;
  /** Additional keyboard shortcuts of the list, by letter. Each function receives the id of the focused row. */
  letters: Readonly<Record<string, (id: string | null) => void>>;
  busy: boolean;
}) {
  const t = useTranslations("staff.applications");
  const { labelOf } = useColumnMessages(list);
  const { applications } = list;
  const equal = equalColumns(search.columns, applications);
  const columns = columnsOf(search.columns).filter((column) => !equal.includes(column));
  const sort = search.sort ?? DEFAULT_SORT;
  const ids = applications.map(({ id }) => id);
  const router = useRouter();
  const open = (id: string) => router.push(applicationHref(id, search));
  const keys = useRowShortcuts({ toggle: selection.toggle, upTo: selection.upTo, open, letters });
  const isWhole = ids.every(selection.has);
  return (
    <div {...keys}>
      <Table caption={t("title")} busy={busy}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col" className={cx(listRows.box, choiceStyles.bare)}>
              <input
                type="checkbox"
                aria-label={t("choosePage")}
                checked={isWhole}
                onChange={() => (isWhole ? selection.drop(ids) : selection.add(ids))}
              />
            </th>
            <SortHead column="name" sort={sort} href={href}>
              {labelOf("name")}
            </SortHead>
            {columns.map((column) => {
              const className = cx(styles.below, WIDTHS[column]);
              return isSortColumn(column) ? (
                <SortHead key={column} {...{ column, sort, href, className }}>
                  {labelOf(column)}
                </SortHead>
              ) : (
                <th key={column} scope="col" className={className}>
                  {labelOf(column)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {applications.map((row) => (
            <Row
              key={row.id}
              row={row}
              list={list}
              columns={columns}
              search={search}
              chosen={selection.has(row.id)}
              onChoose={selection.toggle}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** How narrow screens show the default columns: hidden, or beside the application's name. */
const WIDTHS: Partial<Record<ApplicationColumn, string | undefined>> = {
  state: listRows.top,
  progress: cx(styles.wide, listRows.bottom),
  saved: styles.middle,
  deadline: styles.middle,
};

function Row({
  row,
  list,
  columns,
  search,
  chosen,
  onChoose,
}: {
  row: ApplicationRow;
  list: AnswerOf<typeof listApplications>;
  columns: readonly ApplicationColumn[];
  search: Record<string, string>;
  chosen: boolean;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("staff.applications");
  const ownerName = useOwnerName();
  // A value with a separate column is not repeated below the application's name.
  const owner = row.owner && !columns.includes("owner") && ownerName(row.owner);
  const tags = columns.includes("tags") ? [] : row.tags;
  const name = row.name || t("unnamed");
  return (
    <tr {...useRow(row.id)} className={cx(listRows.row, listRows.compact)} data-chosen={chosen}>
      <td className={cx(listRows.box, choiceStyles.bare)}>
        <input
          type="checkbox"
          aria-label={t("choose", { name })}
          checked={chosen}
          onChange={() => onChoose(row.id)}
        />
      </td>
      <th scope="row" className={listRows.name}>
        <Link href={applicationHref(row.id, search)}>{name}</Link>
        <span className={listRows.small}>
          {row.person}
          {row.number && (
            <>
              {", "}
              <span className={styles.receipt}>{row.number}</span>
            </>
          )}
          {row.notes > 0 && (
            <>
              {", "}
              <strong className={styles.receipt}>{t("notes", { count: row.notes })}</strong>
            </>
          )}
        </span>
        {(tags.length > 0 || owner) && (
          <span className={styles.marks}>
            {tags.map((tag) => (
              <TagChip key={tag.id} tag={tag} />
            ))}
            {owner && <span>{`${t("column.owner")}: ${owner}`}</span>}
          </span>
        )}
      </th>
      {columns.map((column) => (
        <ApplicationCell key={column} {...{ row, list, column }} className={WIDTHS[column]} />
      ))}
    </tr>
  );
}

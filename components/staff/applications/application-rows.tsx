"use client";

import { useTranslations } from "next-intl";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import { Status, type Tone } from "@/components/ui/figures/status";
import { StepArc } from "@/components/ui/figures/step-arc";
import { Table } from "@/components/ui/page/table";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { AnswerOf } from "@/contract/endpoint";
import {
  type ApplicationRow,
  type ApplicationState,
  type listApplications,
  stateNameOf,
} from "@/contract/staff/applications";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { applicationHref } from "../list/list-address";
import listRows from "../list/list-rows.module.css";
import { useRow, useRowShortcuts } from "../list/use-row-shortcuts";
import type { ListSelection } from "../list/use-selection";
import { useWhen } from "../shell/use-when";
import styles from "./applications.module.css";

export const TONES: Record<ApplicationState, Tone> = {
  begun: "flight",
  complete: "here",
  sent: "done",
  changed: "flight",
  withdrawn: "off",
};

/** Renders the rows of a page and their selection. */
export function ApplicationRows({
  list,
  search,
  selection,
  letters,
  busy,
}: {
  list: AnswerOf<typeof listApplications>;
  /** The list's state, for the links to its rows. */
  search: Record<string, string>;
  selection: ListSelection;
  /** The list's own keyboard shortcuts, called with the id of the focused row. */
  letters: Readonly<Record<string, (id: string | null) => void>>;
  busy: boolean;
}) {
  const t = useTranslations("staff.applications");
  const { applications } = list;
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
            <th scope="col" className={cx(listRows.box, styles.box, choiceStyles.bare)}>
              <input
                type="checkbox"
                aria-label={t("choosePage")}
                checked={isWhole}
                onChange={() => (isWhole ? selection.drop(ids) : selection.add(ids))}
              />
            </th>
            <th scope="col">{t("column.project")}</th>
            <th scope="col" className={styles.below}>
              {t("column.state")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("column.steps")}
            </th>
            <th scope="col" className={styles.middle}>
              {t("column.saved")}
            </th>
            <th scope="col" className={styles.middle}>
              {t("column.deadline")}
            </th>
            <th scope="col" className={styles.below}>
              {t("column.signals")}
            </th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {applications.map((row) => (
            <Row
              key={row.id}
              row={row}
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

function Row({
  row,
  search,
  chosen,
  onChoose,
}: {
  row: ApplicationRow;
  search: Record<string, string>;
  chosen: boolean;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("staff.applications");
  const { short: instant } = useWhen();
  const name = row.name || t("unnamed");
  const filled = row.steps.reduce((all, step) => all + step.filled, 0);
  const required = row.steps.reduce((all, step) => all + step.required, 0);
  return (
    <tr {...useRow(row.id)} className={cx(listRows.row, styles.row)} data-chosen={chosen}>
      <td className={cx(listRows.box, styles.box, choiceStyles.bare)}>
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
        </span>
      </th>
      <td>
        <Status tone={TONES[row.state]}>
          {t(`value.${stateNameOf(row)}`)}
          {filled < required && (
            <span className={styles.narrow}>{`, ${t("progress", { filled, required })}`}</span>
          )}
        </Status>
      </td>
      <td className={styles.wide}>
        <span className={styles.steps}>
          {row.steps.map((step, index) => (
            // A step has no identity except its position.
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row
            <StepArc key={index} className={styles.arc} {...step} />
          ))}
        </span>{" "}
        <span className={listRows.small}>{t("progress", { filled, required })}</span>
      </td>
      <td className={styles.middle}>{instant(row.saved_at)}</td>
      <td className={styles.middle}>
        {row.extended_until ? <strong>{instant(row.extended_until)}</strong> : t("everybodys")}
      </td>
      <td className={row.troubles.length === 0 ? styles.none : undefined}>
        {row.troubles.length === 0 ? (
          <>
            <span aria-hidden="true">{"–"}</span>
            <VisuallyHidden>{t("noSignal")}</VisuallyHidden>
          </>
        ) : (
          <span className={styles.signal}>
            {row.troubles.map(({ name, count }) => t(`signal.${name}`, { count })).join(", ")}
          </span>
        )}
      </td>
    </tr>
  );
}

"use client";

import { useTranslations } from "next-intl";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { Button } from "@/components/ui/buttons/button";
import { cx } from "@/components/ui/cx";
import { Status, type Tone } from "@/components/ui/figures/status";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import { Table } from "@/components/ui/page/table";
import { useRow } from "@/components/ui/page/use-row-keys";
import {
  type EvaluatorRow,
  type EvaluatorState,
  isOnJury,
  type Jury,
} from "@/contract/staff/evaluators";
import { Link } from "@/lib/i18n/navigation";
import listRows from "../list/list-rows.module.css";
import { useRowShortcuts } from "../list/use-row-shortcuts";
import type { ListSelection } from "../list/use-selection";
import { personHref } from "../people/person-href";
import styles from "./evaluator-rows.module.css";
import { ReadingProgress, ReadingProgressHead } from "./reading-progress";
import { useEvaluatorMessages } from "./use-evaluator-messages";

const TONES: Record<EvaluatorState, Tone> = {
  closed: "done",
  on_time: "here",
  late: "wrong",
  to_begin: "off",
  unanswered: "wrong",
  invited: "off",
  declined: "off",
};
/**
 * Order of the evaluators' states, from a closed evaluation to a declined invitation. Within one state, evaluators with
 * more completed readings come first.
 */
const ORDER = Object.keys(TONES);

/** Returns the evaluators in the order in which the list shows them: by state, then by completed readings. */
export function inOrder(rows: readonly EvaluatorRow[]): EvaluatorRow[] {
  return rows.toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.read - one.read,
  );
}

/**
 * Lists the evaluators of the jury as rows that staff can select. The expected progress is one vertical line through
 * all rows.
 */
export function EvaluatorRows({
  jury,
  rows,
  selection,
  letters,
  onReopen,
  busy,
  isOpen,
}: {
  jury: Jury;
  rows: readonly EvaluatorRow[];
  selection: ListSelection;
  /** Additional keyboard shortcuts of the list, by letter. Each function receives the id of the focused row. */
  letters: Readonly<Record<string, (id: string | null) => void>>;
  /** Reopens an evaluator's closed evaluation; undefined if the staff member has no permission. */
  onReopen: ((row: EvaluatorRow) => void) | undefined;
  busy: boolean;
  /**
   * Whether each row shows the evaluator's languages, sectors, and conflicts of interest in full.
   */
  isOpen: boolean;
}) {
  const t = useTranslations("staff.evaluators");
  const keys = useRowShortcuts({ toggle: selection.toggle, upTo: selection.upTo, letters });
  const words = useEvaluatorMessages(jury);
  const list = useTranslations("staff.list");
  const equal = equalValues(rows, {
    state: ({ state }) => t(`state.${state}`),
    read: (row) => words.read(row),
    // If the staff member can reopen evaluations, always show the column `finishes`, because it contains the buttons
    // for reopening.
    ...(!onReopen && { finishes: (row: EvaluatorRow) => words.finishes(row) }),
  });
  const shows = (column: "state" | "read" | "finishes") => !(column in equal);
  const ids = rows.map(({ id }) => id);
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
            <th scope="col">{t("column.evaluator")}</th>
            {shows("state") && <th scope="col">{t("column.state")}</th>}
            <th scope="col" className={styles.paceColumn}>
              <ReadingProgressHead jury={jury} />
            </th>
            {shows("read") && (
              <th scope="col" data-numeric>
                {t("column.read")}
              </th>
            )}
            {shows("finishes") && <th scope="col">{t("column.finishes")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} {...{ row, jury, shows, selection, onReopen, isOpen }} />
          ))}
        </tbody>
      </Table>
      <EqualValues
        label={list("equal")}
        values={equal}
        nameOf={(column) => t(`column.${column}`)}
      />
    </div>
  );
}

function Row({
  row,
  jury,
  shows,
  selection,
  onReopen,
  isOpen,
}: {
  row: EvaluatorRow;
  jury: Jury;
  /** Reports whether a column is shown. Columns with equal values in all rows are hidden. */
  shows: (column: "state" | "read" | "finishes") => boolean;
  selection: ListSelection;
  onReopen: ((row: EvaluatorRow) => void) | undefined;
  isOpen: boolean;
}) {
  const t = useTranslations("staff.evaluators");
  const words = useEvaluatorMessages(jury);
  const isAsked = !isOnJury(row.state);
  const name = row.name.trim() || row.email;
  const chosen = selection.has(row.id);
  return (
    <tr
      {...useRow(row.id)}
      className={cx(listRows.row, listRows.compact, styles.row)}
      data-state={row.state}
      data-chosen={chosen}
    >
      <td className={cx(listRows.box, choiceStyles.bare)}>
        <input
          type="checkbox"
          aria-label={t("choose", { name })}
          checked={chosen}
          onChange={() => selection.toggle(row.id)}
        />
      </td>
      <th scope="row" className={cx(listRows.name, styles.name)}>
        <div className={styles.who}>
          <span>{isAsked ? name : <Link href={personHref(row.id)}>{name}</Link>}</span>
          <span className={cx(listRows.small, styles.email)}>{row.email}</span>
          <More
            key={String(isOpen)}
            {...words.stated(row)}
            about={words.about(row)}
            narrow={[row.email, isAsked ? words.asked(row) : words.finishes(row)]}
            isOpen={isOpen}
          />
        </div>
      </th>
      {shows("state") && (
        <td className={cx(listRows.top, styles.state)}>
          <Status tone={TONES[row.state]}>{t(`state.${row.state}`)}</Status>
        </td>
      )}
      <td className={styles.paceColumn}>
        {isAsked ? (
          <span className={listRows.small}>{words.asked(row)}</span>
        ) : (
          <ReadingProgress row={row} jury={jury} />
        )}
      </td>
      {shows("read") && (
        <td className={cx(listRows.bottom, styles.read)} data-numeric>
          {words.read(row)}
        </td>
      )}
      {shows("finishes") && (
        <td className={styles.finishes}>
          <span>{words.finishes(row)}</span>
          {onReopen && row.state === "closed" && (
            <Button
              small
              variant="secondary"
              aria-label={t("reopenOf", { name })}
              onClick={() => onReopen(row)}
            >
              {t("act.reopen")}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

/**
 * Shows an evaluator's stated languages, sectors, and conflicts of interest as a short text. When opened, shows them in
 * full, with further facts.
 */
function More({
  short,
  lines,
  about,
  narrow,
  isOpen,
}: {
  short: string;
  lines: readonly string[];
  about: string;
  /** Facts about the evaluator that wider screens show in separate columns. */
  narrow: readonly string[];
  isOpen: boolean;
}) {
  const t = useTranslations("staff.evaluators");
  return (
    <details className={cx(listRows.small, styles.more)} open={isOpen}>
      <summary>{short || t("more")}</summary>
      <ul className={styles.lines}>
        <li>{about}</li>
        {narrow.map((line) => (
          <li key={line} className={styles.narrow}>
            {line}
          </li>
        ))}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

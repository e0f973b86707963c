"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { cx } from "@/components/ui/cx";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { Status, type Tone } from "@/components/ui/figures/status";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import { Table } from "@/components/ui/page/table";
import { ROW, useRow } from "@/components/ui/page/use-row-keys";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import type { Results, SelectionRow } from "@/contract/staff/selection";
import { counted } from "@/lib/i18n/is-elided";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { Density } from "../list/density";
import { applicationHref, FROM_SELECTION } from "../list/list-address";
import { useRowShortcuts } from "../list/use-row-shortcuts";
import type { ListSelection } from "../list/use-selection";
import { type Part, stateIn } from "./fold";
import { Criteria, Line, useFigure } from "./ranking-cells";
import styles from "./ranking-rows.module.css";

const TONES: Record<NonNullable<ReturnType<typeof stateIn>>, Tone> = {
  released: "done",
  planned: "here",
  out: "off",
  tie: "wrong",
};
type Column = "spread" | "before" | "stage";

/**
 * Renders the ranking in the order that determines the selection. Rows around each threshold line are open, other rows
 * are folded.
 */
export function RankingRows({
  results,
  parts,
  stage,
  onOpen,
  selection,
  tieActions,
}: {
  results: Results;
  parts: readonly Part[];
  stage: Stage;
  onOpen: (ids: readonly string[]) => void;
  selection: ListSelection;
  /** The buttons for actions on tied projects. */
  tieActions: ReactNode;
}) {
  const t = useTranslations("staff.selection");
  const list = useTranslations("staff.list");
  const router = useRouter();
  const figure = useFigure();
  const texts = useTexts();
  const keys = useRowShortcuts({
    toggle: selection.toggle,
    upTo: selection.upTo,
    open: (id) => router.push(applicationHref(id, FROM_SELECTION)),
  });
  const before = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  const own = results.stages.find((one) => one.stage === stage);
  const unreadable = results.rows.filter((row) => row.unreadable);
  const equal = equalValues(results.rows, {
    spread: texts.spread,
    ...(before && { before: (row: SelectionRow) => texts.state(stateIn(row, before)) }),
    stage: (row) => texts.state(stateIn(row, stage, own?.tie?.ids)),
  });
  // Hide the column of the previous stage's decision if the shown stage is the first stage.
  const shows = (column: Column) => !(column in equal) && (column !== "before" || before !== null);
  const columns = 6 + (["spread", "before", "stage"] as const).filter(shows).length;
  const nameOf = (column: Column) => {
    if (column === "spread") return t("column.spread");
    return t(`stage.${column === "before" ? (before ?? stage) : stage}`);
  };
  return (
    <div {...keys}>
      <Table caption={t("title")}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t("column.choose")}</VisuallyHidden>
            </th>
            <th scope="col">{t("column.rank")}</th>
            <th scope="col">{t("column.project")}</th>
            <th scope="col" className={styles.extra}>
              {t("column.criteria")}
            </th>
            <th scope="col" data-numeric aria-sort="descending">
              {t(
                results.rows.some(({ blended }) => blended) ? "column.value" : "column.calibrated",
              )}
            </th>
            <th scope="col" data-numeric className={styles.extra}>
              {t("column.mean")}
            </th>
            {shows("spread") && (
              <th scope="col" data-numeric className={styles.extra}>
                {nameOf("spread")}
              </th>
            )}
            {shows("before") && <th scope="col">{nameOf("before")}</th>}
            {shows("stage") && <th scope="col">{nameOf("stage")}</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => {
            if (part.kind === "row") {
              return (
                <Row
                  key={part.row.id}
                  {...{ row: part.row, stage, before, shows, selection }}
                  tie={own?.tie?.ids ?? []}
                />
              );
            }
            if (part.kind === "line") {
              return <Line key={part.stage} {...part} results={results} columns={columns} />;
            }
            if (part.kind === "tie") {
              return (
                <tr key="tie" className={styles.tieBand}>
                  <td colSpan={columns}>
                    <div className={styles.band} data-alarm="">
                      <p>
                        <strong>
                          {t("tie.title", {
                            count: part.ids.length,
                            free: own?.tie?.free ?? 0,
                            value: figure(own?.tie?.value ?? null),
                          })}
                        </strong>{" "}
                        {t("tie.text")}
                      </p>
                      {tieActions}
                    </div>
                  </td>
                </tr>
              );
            }
            const [first, last] = [part.rows[0], part.rows.at(-1)];
            // Unfolding rows removes the pressed button, so focus the first unfolded row.
            const unfold = () => {
              flushSync(() => onOpen(part.rows.map(({ id }) => id)));
              document.querySelector<HTMLElement>(`[${ROW}="${first?.id}"]`)?.focus();
            };
            return (
              <tr key={`fold ${first?.id}`} className={styles.fold}>
                <td colSpan={columns}>
                  <button type="button" onClick={unfold}>
                    {t("folded", {
                      count: part.rows.length,
                      ranked: String(typeof last?.rank === "number"),
                      ...counted("from", first?.rank ?? 0, "ordinal"),
                      ...counted("to", last?.rank ?? 0, "ordinal"),
                    })}
                  </button>{" "}
                  {typeof last?.rank === "number" &&
                    t("foldedValues", {
                      from: figure(first?.calibrated ?? null),
                      to: figure(last.calibrated),
                    })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {unreadable.length > 0 && (
        <p className={styles.unreadable} role="status">
          {t("unreadable", {
            count: unreadable.length,
            names: unreadable.map(({ name }) => name).join(", "),
          })}
        </p>
      )}
      <EqualValues label={list("equal")} values={equal} nameOf={nameOf} />
      <Density />
      <p className={styles.legend}>{t("legend")}</p>
    </div>
  );
}

function Row({
  row,
  stage,
  before,
  tie,
  shows,
  selection,
}: {
  row: SelectionRow;
  stage: Stage;
  before: Stage | null;
  tie: readonly string[];
  /** Reports whether a column is shown. Columns with equal values in all rows are hidden. */
  shows: (column: Column) => boolean;
  selection: ListSelection;
}) {
  const t = useTranslations("staff.selection");
  const figure = useFigure();
  const texts = useTexts();
  const isTie = tie.includes(row.id);
  return (
    <tr
      {...useRow(row.id)}
      className={styles.row}
      data-tie={isTie || undefined}
      data-chosen={selection.has(row.id)}
    >
      <td className={cx(styles.box, choiceStyles.bare)}>
        <input
          type="checkbox"
          aria-label={t("choose", { name: row.name })}
          checked={selection.has(row.id)}
          onChange={() => selection.toggle(row.id)}
        />
      </td>
      <td className={styles.rank}>
        {row.rank === null ? <Nothing /> : <Ordinal number={row.rank} />}
      </td>
      <th scope="row" className={styles.name}>
        <Link href={applicationHref(row.id, FROM_SELECTION)} prefetch={false}>
          {row.name}
        </Link>
        <span className={styles.small}>{row.person}</span>
      </th>
      <td className={styles.extra}>{row.rank !== null && <Criteria row={row} />}</td>
      <td data-numeric className={styles.figure}>
        {row.calibrated === null ? t("unread") : figure(row.calibrated)}
        {row.blended && (
          <span className={styles.small}>
            {t("blended", {
              own: figure(row.blended.own),
              before: figure(row.blended.before),
            })}
          </span>
        )}
      </td>
      <td data-numeric className={styles.extra}>
        {figure(row.mean)}
      </td>
      {shows("spread") && (
        <td data-numeric className={styles.extra}>
          {texts.spread(row)}
        </td>
      )}
      {shows("before") && before && (
        <td className={styles.before}>
          <State row={row} stage={before} />
        </td>
      )}
      {shows("stage") && (
        <td className={styles.decision}>
          <State row={row} stage={stage} tie={tie} />
        </td>
      )}
    </tr>
  );
}

/**
 * Returns two functions that return the text of a cell: `spread` for a project's score spread and number of readings,
 * and `state` for the state of a decision.
 */
function useTexts() {
  const t = useTranslations("staff.selection");
  const figure = useFigure();
  return {
    spread: ({ spread, readings }: SelectionRow) =>
      [
        ...(spread === null ? [] : [`± ${figure(spread)}`]),
        t("readings", { count: readings }),
      ].join(", "),
    state: (state: ReturnType<typeof stateIn>) => (state === null ? "–" : t(`word.${state}`)),
  };
}

function State({ row, stage, tie }: { row: SelectionRow; stage: Stage; tie?: readonly string[] }) {
  const t = useTranslations("staff.selection.word");
  const state = stateIn(row, stage, tie);
  return state === null ? <Nothing /> : <Status tone={TONES[state]}>{t(state)}</Status>;
}

function Nothing() {
  const t = useTranslations("staff.selection");
  return (
    <>
      <span aria-hidden="true">{"–"}</span>
      <VisuallyHidden>{t("nothing")}</VisuallyHidden>
    </>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Matrix, MatrixEvaluator, MatrixProject } from "@/contract/staff/matrix";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link } from "@/lib/i18n/navigation";
import { personHref } from "../../people/person-href";
import { cellsOf, isForeign, type Pair } from "./cells-of";
import styles from "./matrix-grid.module.css";
import { ReadingMark } from "./reading-mark";
import { useCellWords } from "./use-cell-words";
import { useVisibleRows } from "./use-visible-rows";

/** Height of a matrix row in pixels. matrix-grid.module.css repeats the value. */
const HEIGHT = 31;
const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Shows evaluators in rows and projects in columns. Arrow keys move between cells, Enter opens a reading. Renders only
 * the rows that are in the window. Rule: evaluation.by-hand.
 *
 * @param rows the evaluators to show
 * @param onPage opens the previous or the next projects, if there are any
 */
export function MatrixGrid({
  matrix,
  rows,
  chosen,
  busy,
  onOpen,
  onClose,
  onAct,
  onPage,
}: {
  matrix: Matrix;
  rows: readonly MatrixEvaluator[];
  chosen: Pair | null;
  busy: boolean;
  onOpen: (pair: Pair) => void;
  onClose: () => void;
  onAct: (action: "fix" | "take", pair: Pair) => void;
  onPage: (step: -1 | 1) => void;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const say = useCellWords();
  const [on] = useShortcutsEnabled();
  const body = useRef<HTMLTableSectionElement>(null);
  const visible = useVisibleRows(body, rows.length, HEIGHT);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const moved = useRef(false);
  const { projects, wanted } = matrix;
  const cellOf = cellsOf(matrix);
  const row = Math.min(active.row, rows.length - 1);
  const column = Math.min(active.column, projects.length - 1);
  // The active cell is always rendered, so that the focus never disappears.
  const from = Math.min(visible.from, Math.max(0, row));
  const to = Math.max(visible.to, row + 1);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    body.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus();
  }, [row, column]);

  // The panel about the chosen reading covers the bottom of the window, so scroll the chosen cell above the panel.
  useEffect(() => {
    if (!chosen) return;
    const cell = body.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    cell?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [chosen]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const evaluator = rows[row];
    const project = projects[column];
    if (!evaluator || !project) return;
    const pair = { evaluator: evaluator.id, project: project.id };
    const go = (nextRow: number, nextColumn: number) => {
      moved.current = true;
      setActive({
        row: Math.max(0, Math.min(rows.length - 1, nextRow)),
        column: Math.max(0, Math.min(projects.length - 1, nextColumn)),
      });
    };
    const step = STEPS[event.key];
    if (step) {
      const next = column + step[1];
      if (next < 0 || next >= projects.length) onPage(next < 0 ? -1 : 1);
      else go(row + step[0], next);
    } else if (event.key === "Home") go(event.shiftKey ? 0 : row, 0);
    else if (event.key === "End") go(event.shiftKey ? rows.length - 1 : row, projects.length - 1);
    else if (event.key === "PageUp") onPage(-1);
    else if (event.key === "PageDown") onPage(1);
    else if (event.key === "Enter" || event.key === " ") onOpen(pair);
    else if (event.key === "Escape" && chosen) onClose();
    else if (on && event.key === "p") onAct("fix", pair);
    else if (on && event.key === "x") onAct("take", pair);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles.scroll} aria-label={t("caption")} tabIndex={0}>
      <table
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through the cells
        role="grid"
        aria-busy={busy}
        aria-rowcount={rows.length + 2}
        onKeyDown={onKeyDown}
      >
        <VisuallyHidden as="caption">{`${t("caption")}. ${t("keys")}`}</VisuallyHidden>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.name}>
              {t("who")}
            </th>
            {projects.map((project) => (
              <Head key={project.id} project={project} wanted={wanted} />
            ))}
            <th scope="col" className={styles.total}>
              {t("total")}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {from > 0 && <Gap rows={from} columns={projects.length + 2} />}
          {rows.slice(from, to).map((evaluator, index) => (
            <tr
              key={evaluator.id}
              aria-rowindex={from + index + 2}
              data-chosen={chosen?.evaluator === evaluator.id}
            >
              <th scope="row" className={styles.name}>
                <Link className={styles.person} href={personHref(evaluator.id)}>
                  {evaluator.name}
                </Link>{" "}
                <span className={styles.small}>
                  {evaluator.left ? t("left") : languagesOf(evaluator)}
                </span>
              </th>
              {projects.map((project, at) => {
                const pair = { evaluator: evaluator.id, project: project.id };
                const cell = cellOf(pair);
                const isActive = from + index === row && at === column;
                const isChosen =
                  chosen?.evaluator === pair.evaluator && chosen.project === pair.project;
                const own = evaluator.sectors.some((one) => one === project.sector);
                const foreign = isForeign(evaluator, project);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells
                  <td
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: staff select the cell
                    role="gridcell"
                    key={project.id}
                    tabIndex={isActive ? 0 : -1}
                    data-at={`${from + index} ${at}`}
                    data-own={own}
                    data-foreign={foreign}
                    aria-selected={isChosen}
                    aria-label={t("cell", {
                      evaluator: evaluator.name,
                      project: project.name,
                      state: [
                        say(cell),
                        ...(own ? [t("ownSector")] : []),
                        ...(foreign ? [t("obstacle.language")] : []),
                      ].join(", "),
                    })}
                    // A screen reader can focus a cell without a click or an arrow key, so the focus also sets the
                    // active cell.
                    onFocus={() => setActive({ row: from + index, column: at })}
                    onClick={() => onOpen(pair)}
                  >
                    {(cell.state !== "none" || cell.conflict || cell.fixed) && (
                      <ReadingMark {...cell} />
                    )}
                  </td>
                );
              })}
              <td className={styles.total}>
                <Total evaluator={evaluator} />
              </td>
            </tr>
          ))}
          {to < rows.length && <Gap rows={rows.length - to} columns={projects.length + 2} />}
        </tbody>
        <tfoot>
          <tr aria-rowindex={rows.length + 2}>
            <th scope="row" className={styles.name}>
              {t("given")}
            </th>
            {projects.map(({ id, given }) => (
              <td key={id} data-below={given < wanted}>
                {given}
                {given < wanted && <VisuallyHidden>{` ${t("below")}`}</VisuallyHidden>}
              </td>
            ))}
            <td className={styles.total} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Placeholder with the height of the rows that are not rendered. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ blockSize: rows * HEIGHT }} />
    </tr>
  );
}

const languagesOf = ({ languages }: MatrixEvaluator) => languages.join(" ");

/**
 * Shows a project's name and language at an angle in the matrix head. The label says if the project has too few
 * readings.
 */
function Head({ project, wanted }: { project: MatrixProject; wanted: number }) {
  const t = useTranslations("staff.assignment.matrix");
  const languages = new Intl.DisplayNames(useLocale(), { type: "language" });
  const isBelow = project.given < wanted;
  return (
    <th scope="col" className={styles.head} data-below={isBelow} title={project.name}>
      <span>
        <b aria-hidden="true">{`${project.language} `}</b>
        {project.name}
        <VisuallyHidden>
          {`, ${languages.of(project.language) ?? project.language}${isBelow ? `, ${t("below")}` : ""}`}
        </VisuallyHidden>
      </span>
    </th>
  );
}

function Total({ evaluator: { done, given, capacity } }: { evaluator: MatrixEvaluator }) {
  const t = useTranslations("staff.assignment.matrix");
  const isOver = capacity !== null && given > capacity;
  return (
    <>
      {t("totals", { done, given, capacity: capacity === null ? "none" : String(capacity) })}
      {isOver && (
        <strong className={styles.over}>
          <span aria-hidden="true">{" !"}</span>
          <VisuallyHidden>{` ${t("over")}`}</VisuallyHidden>
        </strong>
      )}
    </>
  );
}

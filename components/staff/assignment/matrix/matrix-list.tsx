"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Matrix, MatrixEvaluator, MatrixProject, ReadingState } from "@/contract/staff/matrix";
import { cellsOf, isForeign, type Pair } from "./cells-of";
import styles from "./matrix-list.module.css";
import { ReadingMark } from "./reading-mark";
import { useCellWords } from "./use-cell-words";

/**
 * Maximum number of marks that a row of the list draws, one per reading. A row with more readings shows only their
 * number as text.
 */
const MOST_MARKS = 40;

/**
 * Shows the matrix on a narrow page as a list of evaluators or of projects. Each evaluator has a link to the
 * evaluator's projects, and each project shows its evaluators.
 *
 * @param onEvaluator filters the projects by an evaluator
 */
export function MatrixList({
  matrix,
  rows,
  filtered,
  onEvaluator,
  onOpen,
}: {
  matrix: Matrix;
  rows: readonly MatrixEvaluator[];
  filtered: boolean;
  onEvaluator: (id: string) => void;
  onOpen: (pair: Pair) => void;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const [view, setView] = useState<"perEvaluator" | "perProject">("perEvaluator");
  const isPerEvaluator = view === "perEvaluator" && !filtered;
  return (
    <>
      {!filtered && (
        <fieldset className={styles.views} aria-label={t("view")}>
          {(["perEvaluator", "perProject"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => setView(one)}
            >
              {t(one)}
            </button>
          ))}
        </fieldset>
      )}
      <ul className={styles.list}>
        {isPerEvaluator
          ? rows.map((row) => (
              <li key={row.id}>
                <button type="button" className={styles.row} onClick={() => onEvaluator(row.id)}>
                  <Evaluator row={row} />
                </button>
              </li>
            ))
          : matrix.projects.map((project) => (
              <li key={project.id}>
                <Project matrix={matrix} project={project} rows={rows} onOpen={onOpen} />
              </li>
            ))}
      </ul>
    </>
  );
}

function Evaluator({ row }: { row: MatrixEvaluator }) {
  const t = useTranslations("staff.assignment.matrix");
  const { name, left, done, begun, given, recused, capacity } = row;
  const marks: ReadingState[] = [
    ...Array<ReadingState>(done).fill("done"),
    ...Array<ReadingState>(begun).fill("begun"),
    ...Array<ReadingState>(Math.max(0, given - done - begun)).fill("assigned"),
    ...Array<ReadingState>(recused).fill("recused"),
  ];
  return (
    <>
      <span className={styles.head}>
        <strong className={styles.name}>{name}</strong>
        {left && <span className={styles.small}>{t("left")}</span>}
        <span>
          {t("totalsOf", { done, given, capacity: capacity === null ? "none" : String(capacity) })}
        </span>
      </span>
      <span className={styles.marks}>
        {marks.slice(0, MOST_MARKS).map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place
          <ReadingMark key={index} state={state} conflict={null} fixed={null} />
        ))}
      </span>
    </>
  );
}

/** Renders a project with the evaluators who read it or cannot read it. Each evaluator's button opens the reading. */
function Project({
  matrix,
  project,
  rows,
  onOpen,
}: {
  matrix: Matrix;
  project: MatrixProject;
  rows: readonly MatrixEvaluator[];
  onOpen: (pair: Pair) => void;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const say = useCellWords();
  const cellOf = cellsOf(matrix);
  const { wanted } = matrix;
  const isBelow = project.given < wanted;
  return (
    <details className={styles.project} open={rows.length === 1}>
      <summary>
        <span className={styles.head}>
          <strong className={styles.name}>{project.name}</strong>
          <span data-below={isBelow}>
            {t("readers", { count: project.given })}
            {isBelow && `, ${t("below")}`}
          </span>
        </span>
      </summary>
      <ul className={styles.readers}>
        {rows.map((row) => {
          const { id, name } = row;
          const cell = cellOf({ evaluator: id, project: project.id });
          const foreign = isForeign(row, project) ? `, ${t("obstacle.language")}` : "";
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.cell}
                onClick={() => onOpen({ evaluator: id, project: project.id })}
              >
                <ReadingMark {...cell} />
                <span className={styles.name}>{name}</span>
                <span className={styles.small}>{`${say(cell)}${foreign}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

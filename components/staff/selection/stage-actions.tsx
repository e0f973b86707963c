"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { DECISION_OUTCOMES, type DecisionOutcome } from "@/contract/evaluation/funnel";
import type { Results, SelectionRow, SelectionStage } from "@/contract/staff/selection";
import { SelectionBar } from "../list/selection-bar";
import type { ListSelection } from "../list/use-selection";
import rowStyles from "./ranking-rows.module.css";
import styles from "./selection.module.css";
import type { Opened } from "./selection-dialog";

/** A released outcome of a selection stage, and the number of applicants with this outcome. */
export type StageGroup = { outcome: DecisionOutcome; count: number };

type Acts = { disabledReason: string | undefined; onOpen: (opened: Opened) => void };

/**
 * Renders the actions on a whole stage: select its top projects by the ranking, and undo all unreleased decisions.
 *
 * @param rows all projects; if fewer are eligible than the stage has free places, the action selects all eligible
 * projects
 */
export function StageActions({
  stage,
  rows,
  disabledReason,
  onOpen,
}: Acts & { stage: SelectionStage; rows: readonly SelectionRow[] }) {
  const t = useTranslations("staff.selection.act");
  const able = rows.filter(({ eligible }) => eligible.includes(stage.stage)).length;
  const taken = stage.planned + stage.released;
  const free = stage.places - taken;
  const canFill = free > 0 && able > 0 && !stage.released_at && !stage.tie;
  if (!canFill && stage.planned === 0) return null;
  return (
    <div className={styles.acts}>
      {canFill && (
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => onOpen({ action: "top", rows, count: Math.min(free, able) })}
        >
          {t("top", { places: Math.min(stage.places, taken + able) })}
        </Button>
      )}
      {stage.planned > 0 && (
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => onOpen({ action: "undoAll", count: stage.planned })}
        >
          {t("undoAll", { count: stage.planned })}
        </Button>
      )}
    </div>
  );
}

/**
 * Renders two buttons that write a letter to the selected or to the not selected applicants of a stage whose decisions
 * are released. While the stage also has unreleased decisions, the buttons are disabled, because the letter would
 * reveal these decisions.
 */
export function LetterActions({
  stage: { stage, pending, released_at },
  rows,
  disabledReason,
  onWrite,
}: {
  stage: SelectionStage;
  rows: readonly SelectionRow[];
  disabledReason: string | undefined;
  onWrite: (to: StageGroup) => void;
}) {
  const t = useTranslations("staff.selection.act");
  if (!released_at) return null;
  const unreleased = pending > 0 ? t("writeUnreleased") : undefined;
  const groups = DECISION_OUTCOMES.map((outcome) => ({
    outcome,
    count: rows.filter(({ decisions }) =>
      decisions.some((one) => one.stage === stage && one.released && one.outcome === outcome),
    ).length,
  }));
  return (
    <div className={styles.acts}>
      {groups
        .filter(({ count }) => count > 0)
        .map((group) => (
          <Button
            key={group.outcome}
            small
            variant="secondary"
            disabledReason={disabledReason ?? unreleased}
            onClick={() => onWrite(group)}
          >
            {t(`write.${group.outcome}`, { count: group.count })}
          </Button>
        ))}
    </div>
  );
}

/** Renders the actions on projects that tie: select one of the projects, or exclude all. */
export function TieActions({
  rows,
  disabledReason,
  onOpen,
}: Acts & { rows: readonly SelectionRow[] }) {
  const t = useTranslations("staff.selection.tie");
  return (
    <div className={rowStyles.tieActions}>
      {rows.map((row) => (
        <Button
          key={row.id}
          small
          disabledReason={disabledReason}
          onClick={() => onOpen({ action: "select", rows: [row] })}
        >
          {t("goesOn", { name: row.name })}
        </Button>
      ))}
      <Button
        small
        variant="secondary"
        disabledReason={disabledReason}
        onClick={() => onOpen({ action: "leaveOut", rows })}
      >
        {t("out", { count: rows.length })}
      </Button>
    </div>
  );
}

/**
 * Renders the actions on the projects whose rows are selected: select or exclude them in the stage, undo unreleased
 * decisions, or correct released decisions.
 */
export function ChosenActions({
  results,
  stage,
  selection,
  disabledReason,
  weighty,
  onOpen,
}: Acts & {
  results: Results;
  stage: SelectionStage["stage"];
  selection: ListSelection;
  /** Reason why correcting released decisions is disabled; undefined if it is enabled. */
  weighty: string | undefined;
}) {
  const t = useTranslations("staff.selection");
  const rows = results.rows.filter(({ id }) => selection.has(id));
  const own = rows.flatMap((row) => row.decisions.filter((one) => one.stage === stage));
  const acts = [
    ...(rows.some((row) => row.eligible.includes(stage)) ? (["select", "leaveOut"] as const) : []),
    ...(own.some(({ released }) => !released) ? (["undo"] as const) : []),
    ...(own.some(({ released }) => released) ? (["correct"] as const) : []),
  ];
  return (
    <SelectionBar
      selection={selection}
      total={selection.count}
      said={t("chosen", { count: selection.count })}
    >
      {acts.map((action) => (
        <Button
          key={action}
          small
          variant={action === "select" ? "primary" : "secondary"}
          disabledReason={action === "correct" ? weighty : disabledReason}
          onClick={() => onOpen({ action, rows })}
        >
          {t(`act.${action}`)}
        </Button>
      ))}
    </SelectionBar>
  );
}

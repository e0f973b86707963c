"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { DECISION_OUTCOMES, type Stage } from "@/contract/evaluation/funnel";
import {
  correctDecisions,
  openRankingEarly,
  type SelectionRow,
  type SelectionStage,
  selectProjects,
  undoDecisions,
} from "@/contract/staff/selection";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { ReleaseDialog } from "./release-dialog";

/** The open dialog: an action, and the projects that it affects, if any. */
export type Opened = {
  action: "select" | "leaveOut" | "top" | "undo" | "undoAll" | "correct" | "release" | "early";
  rows?: readonly SelectionRow[];
  /** Number of affected projects, if there are no rows. */
  count?: number;
  /** Details that a release starts with. */
  details?: SelectionStage["details"];
};

/** Number of projects listed by name. The others are only counted. */
const NAMED = 8;

/** Dialog of an action on one stage of an edition. */
export function SelectionDialog({
  opened,
  edition,
  round,
  stage,
  places,
  onDone,
  onClose,
}: {
  opened: Opened;
  edition: number;
  /** The round of the shown ranking; undefined if the edition has one reading. */
  round: number | undefined;
  stage: Stage;
  /** The edition's places in the stage. */
  places: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.selection");
  const [outcome, setOutcome] = useState<string>("not_selected");
  const { action, rows = [] } = opened;
  const count = opened.count ?? rows.length;
  const ids = rows.map(({ id }) => id);
  const about = { edition, stage };
  const dialog = { count, onDone, onClose };
  const name = t(`stage.${stage}`);
  if (action === "release") {
    return <ReleaseDialog {...about} {...dialog} details={opened.details ?? null} />;
  }
  if (action === "early") {
    return (
      <ActionDialog
        {...dialog}
        endpoint={openRankingEarly}
        input={{ edition, ...(round !== undefined && { round }) }}
        toWhom={<p>{t("everybody")}</p>}
      />
    );
  }
  if (action === "correct") {
    return (
      <ActionDialog
        {...dialog}
        endpoint={correctDecisions}
        input={{ ...about, ids, outcome }}
        decide={() => (
          <SelectField
            name="outcome"
            label={t("correctTo")}
            value={outcome}
            options={DECISION_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
            onChange={(event) => setOutcome(event.target.value)}
          />
        )}
        toWhom={<Projects rows={rows} />}
      />
    );
  }
  if (action === "undo" || action === "undoAll") {
    return (
      <ActionDialog
        {...dialog}
        endpoint={undoDecisions}
        input={action === "undo" ? { ...about, ids } : about}
        toWhom={
          action === "undo" ? <Projects rows={rows} /> : <p>{t("allPlanned", { stage: name })}</p>
        }
      />
    );
  }
  const out = action === "leaveOut" ? "not_selected" : "selected";
  const pick = action === "top" ? { top: places } : { ids };
  return (
    <ActionDialog
      {...dialog}
      endpoint={selectProjects}
      input={{ ...about, outcome: out, pick }}
      decide={() => <p>{t(`decided.${out}`, { count, stage: name })}</p>}
      toWhom={
        action === "top" ? (
          (preview) => (
            <>
              <p>{t("theFirst", { places })}</p>
              <Projects rows={chosenAmong(rows, preview?.chosen)} all />
            </>
          )
        ) : (
          <Projects rows={rows} />
        )
      }
    />
  );
}

/** Returns the rows that the server chose, in its order. */
function chosenAmong(rows: readonly SelectionRow[], ids: readonly string[] = []) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists projects by name. With `all`, the list is complete, because the reader did not select the projects. */
function Projects({ rows, all = false }: { rows: readonly SelectionRow[]; all?: boolean }) {
  const t = useTranslations("staff.applications");
  const named = all ? rows : rows.slice(0, NAMED);
  const others = rows.length - named.length;
  return (
    <ul className={actionStyles.people}>
      {named.map(({ id, name, person }) => (
        <li key={id}>
          <span>
            <strong>{name}</strong>
            <span className={actionStyles.person}>{person}</span>
          </span>
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}

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

/** The open dialog: a staff action, and the projects that the action affects. */
export type Opened = {
  action: "select" | "leaveOut" | "top" | "undo" | "undoAll" | "correct" | "release" | "early";
  rows?: readonly SelectionRow[];
  /** Number of affected projects, if the rows of the projects are not known. */
  count?: number;
  /** Details of the decision mails that the dialog shows at first: the event's place, day, time, and an extra sentence. */
  details?: SelectionStage["details"];
};

/**
 * Maximum number of projects that the dialog lists by name. If an action affects more projects, the dialog lists the
 * first projects by name and shows the number of the other projects.
 */
const NAMED = 8;

/** Dialog of a staff action on one selection stage of an edition. */
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
  /** Number of the round whose ranking is shown; undefined if the edition has only one round. */
  round: number | undefined;
  stage: Stage;
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

/** Returns the rows of the projects that the server chose, in the server's order. */
function chosenAmong(rows: readonly SelectionRow[], ids: readonly string[] = []) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Lists projects by name, at most the first `NAMED` projects. With `all`, lists every project, because the user did not
 * select these projects and needs to see them.
 */
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

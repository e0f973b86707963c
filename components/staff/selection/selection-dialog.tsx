"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { DECISION_OUTCOMES, type FunnelStage, placesOf } from "@/contract/evaluation/funnel";
import {
  correctDecisions,
  openRankingEarly,
  type SelectionRow,
  selectProjects,
  undoDecisions,
} from "@/contract/staff/selection";
import { ActDialog } from "../actions/action-dialog";
import actStyles from "../actions/action-dialog.module.css";
import { ReleaseSheet } from "./release-dialog";

/** The open dialog: an action, and the projects that it affects, if any. */
export type Opened = {
  act: "select" | "leaveOut" | "top" | "undo" | "undoAll" | "correct" | "release" | "early";
  rows?: readonly SelectionRow[];
  /** Number of affected projects, if there are no rows. */
  count?: number;
};

/** Number of projects listed by name. The others are only counted. */
const NAMED = 8;

/** Dialog of an action on one stage of an edition. */
export function SelectionDialog({
  opened,
  edition,
  stage,
  onDone,
  onClose,
}: {
  opened: Opened;
  edition: number;
  stage: FunnelStage;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.selection");
  const [outcome, setOutcome] = useState<string>("not_selected");
  const { act, rows = [] } = opened;
  const count = opened.count ?? rows.length;
  const ids = rows.map(({ id }) => id);
  const about = { edition, stage };
  const dialog = { count, onDone, onClose };
  const name = t(`stage.${stage}`);
  if (act === "release") return <ReleaseSheet {...about} {...dialog} />;
  if (act === "early") {
    return (
      <ActDialog
        {...dialog}
        endpoint={openRankingEarly}
        decided={{ edition }}
        toWhom={<p>{t("everybody")}</p>}
      />
    );
  }
  if (act === "correct") {
    return (
      <ActDialog
        {...dialog}
        endpoint={correctDecisions}
        decided={{ ...about, ids, outcome }}
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
  if (act === "undo" || act === "undoAll") {
    return (
      <ActDialog
        {...dialog}
        endpoint={undoDecisions}
        decided={act === "undo" ? { ...about, ids } : about}
        toWhom={
          act === "undo" ? <Projects rows={rows} /> : <p>{t("allPlanned", { stage: name })}</p>
        }
      />
    );
  }
  const out = act === "leaveOut" ? "not_selected" : "selected";
  const pick = act === "top" ? { top: placesOf(stage) } : { ids };
  return (
    <ActDialog
      {...dialog}
      endpoint={selectProjects}
      decided={{ ...about, outcome: out, pick }}
      decide={() => <p>{t(`decided.${out}`, { count, stage: name })}</p>}
      toWhom={
        act === "top" ? (
          <p>{t("theFirst", { places: placesOf(stage) })}</p>
        ) : (
          <Projects rows={rows} />
        )
      }
    />
  );
}

function Projects({ rows }: { rows: readonly SelectionRow[] }) {
  const t = useTranslations("staff.applications");
  const others = rows.length - NAMED;
  return (
    <ul className={actStyles.people}>
      {rows.slice(0, NAMED).map(({ id, name, person }) => (
        <li key={id}>
          <span>
            <strong>{name}</strong>
            <span className={actStyles.person}>{person}</span>
          </span>
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}

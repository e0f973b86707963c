"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { mayCall } from "@/contract/endpoint";
import { capacitySchema } from "@/contract/evaluation/invitation";
import {
  dismissEvaluators,
  type EvaluatorRow,
  inviteAgain,
  type Jury,
  remindEvaluators,
  reopenEvaluation,
  setCapacities,
} from "@/contract/staff/evaluators";
import { meQuery } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import { LazyWriteDialog, useWriteDialogWhenIdle } from "../letters/use-write-dialog";
import { SelectionBar } from "../list/selection-bar";
import type { ListSelection } from "../list/use-selection";
import { roundOf } from "../rounds/use-round-title";

const loadGive = () => import("../giving/give-dialog").then((module) => module.GiveDialog);
const GiveDialog = dynamic(loadGive, { ssr: false });

/** The API endpoints of the actions on selected evaluators. */
const ACTS = {
  dismiss: dismissEvaluators,
  again: inviteAgain,
  capacity: setCapacities,
  remind: remindEvaluators,
} as const;
export type EvaluatorsAction = keyof typeof ACTS | "write" | "give";

/**
 * Actions in the order of the buttons in the selection bar. Writing a letter and assigning projects have separate
 * dialogs.
 */
const BAR: readonly EvaluatorsAction[] = [
  "remind",
  "write",
  "give",
  "capacity",
  "again",
  "dismiss",
];

/** Actions that are possible only until the round ends. */
const OF_ROUND: readonly EvaluatorsAction[] = ["give", "capacity", "remind"];

/**
 * Maximum number of evaluators that the dialog lists by name. If more are selected, the dialog also shows the number of
 * further evaluators.
 */
const NAMED = 5;

/** Returns why actions are disabled on this page, and whether the user can reopen closed evaluations. */
export function useRights(current: boolean | undefined) {
  const t = useTranslations("staff.evaluators");
  const { data: user } = useQuery(meQuery(useLocale()));
  const readsOnly = user && !mayCall(remindEvaluators, user.roles);
  const disabledReason = readsOnly
    ? t("readOnly")
    : current === false
      ? t("editionOver")
      : undefined;
  const mayReopen =
    user !== undefined && mayCall(reopenEvaluation, user.roles) && disabledReason === undefined;
  return { hindrance: disabledReason, mayReopen };
}

/** Renders the bar for the selected evaluators, and the dialog of the action that is open. */
export function EvaluatorActions({
  jury,
  filter,
  selection,
  disabledReason,
  open,
  onOpen,
}: {
  jury: Jury;
  filter: object;
  selection: ListSelection;
  disabledReason: string | undefined;
  open: EvaluatorsAction | null;
  onOpen: (action: EvaluatorsAction | null) => void;
}) {
  const t = useTranslations("staff.evaluators");
  const lists = useTranslations("staff.list");
  useWriteDialogWhenIdle();
  return (
    <>
      {open && <Act action={open} {...{ jury, filter, selection }} onClose={() => onOpen(null)} />}
      <SelectionBar
        selection={selection}
        total={jury.evaluators.length}
        said={t("all" in selection.chosen ? "allChosen" : "chosen", { count: selection.count })}
      >
        {BAR.map((action) => (
          <Button
            key={action}
            small
            variant={action === "remind" ? "primary" : "secondary"}
            disabledReason={
              disabledReason ??
              (jury.round?.final && OF_ROUND.includes(action) ? lists("roundFinal") : undefined) ??
              (action === "give" && selection.count !== 1 ? t("giveOne") : undefined)
            }
            onClick={() => onOpen(action)}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  );
}

function Act({
  action,
  jury,
  filter,
  selection,
  onClose,
}: {
  action: EvaluatorsAction;
  jury: Jury;
  filter: object;
  selection: ListSelection;
  onClose: () => void;
}) {
  const t = useTranslations("staff.evaluators");
  const [most, setMost] = useState("");
  const { chosen, count } = selection;
  const to = {
    ...roundOf(jury),
    selection: "all" in chosen ? { query: filter, count: chosen.all } : { ids: chosen.ids },
  };
  const capacity = most.trim() === "" ? null : Number(most);
  const onDone = () => {
    selection.none();
    onClose();
  };
  if (action === "write") {
    const audience = "evaluators" as const;
    const letterTo =
      "all" in chosen
        ? { audience, query: { ...filter, ...roundOf(jury) }, count: chosen.all }
        : { audience, ids: [...chosen.ids], ...roundOf(jury) };
    return <LazyWriteDialog selection={letterTo} {...{ count, onDone, onClose }} />;
  }
  if (action === "give") {
    const row = jury.evaluators.find(({ id }) => selection.has(id));
    if (!row) return null;
    return (
      <GiveDialog
        evaluator={{ id: row.id, name: row.name.trim() || row.email }}
        round={roundOf(jury)}
        onClose={onDone}
      />
    );
  }
  const isLoad = action === "capacity";
  const isRead = capacitySchema.nullable().safeParse(capacity).success;
  return (
    <ActionDialog
      endpoint={ACTS[action]}
      input={!isLoad ? to : isRead ? { ...to, capacity } : null}
      count={count}
      {...(isLoad && {
        decide: ({ capacity: error }) => (
          <TextField
            name="capacity"
            label={t("most")}
            help={t("mostHelp")}
            inputMode="numeric"
            autoComplete="off"
            optional
            error={isRead ? error : "invalid_choice"}
            value={most}
            onChange={({ target }) => setMost(target.value)}
          />
        ),
      })}
      toWhom={<ToWhom rows={jury.evaluators.filter(({ id }) => selection.has(id))} />}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Dialog that reopens an evaluator's closed evaluation. */
export function ReopenDialog({
  row,
  round,
  onClose,
}: {
  row: EvaluatorRow;
  round: { round?: number };
  onClose: () => void;
}) {
  return (
    <ActionDialog
      endpoint={reopenEvaluation}
      input={round}
      params={{ id: row.id }}
      count={1}
      toWhom={<ToWhom rows={[row]} />}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** Lists the first selected evaluators by name with their state, and the number of further evaluators. */
function ToWhom({ rows }: { rows: readonly EvaluatorRow[] }) {
  const t = useTranslations("staff.evaluators");
  const others = rows.length - NAMED;
  return (
    <ul className={actionStyles.people}>
      {rows.slice(0, NAMED).map(({ id, name, email, state }) => (
        <li key={id}>
          <span>
            <strong>{name.trim() || email}</strong>
            <span className={actionStyles.person}>{email}</span>
          </span>
          <span>{t(`state.${state}`)}</span>
        </li>
      ))}
      {others > 0 && <li>{t("andOthers", { count: others })}</li>}
    </ul>
  );
}

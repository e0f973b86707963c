"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { SelectField } from "@/components/forms/fields/select-field";
import {
  fixReading,
  giveReading,
  type Reading,
  swapReading,
  takeReading,
} from "@/contract/staff/matrix";
import { ActionDialog } from "../../actions/action-dialog";
import styles from "../../actions/action-dialog.module.css";

const ENDPOINTS = {
  give: giveReading,
  take: takeReading,
  swap: swapReading,
  fix: fixReading,
  free: fixReading,
} as const;
export type ReadingAction = keyof typeof ENDPOINTS;

/**
 * Dialog of one action on one reading. A swap also asks which evaluator gets the reading. All actions offer an email to
 * the evaluators, except fixing a reading, which keeps it in every later plan.
 */
export function ReadingDialog({
  action,
  reading: { project, evaluator, others },
  round,
  onClose,
}: {
  action: ReadingAction;
  reading: Reading;
  round: { round?: number };
  onClose: () => void;
}) {
  const t = useTranslations("staff.assignment.matrix");
  const plan = useTranslations("staff.assignment");
  const [to, setTo] = useState("");
  const [notify, setNotify] = useState(false);
  const pair = { ...round, project: project.id, evaluator: evaluator.id };
  const isFix = action === "fix" || action === "free";
  const input = isFix
    ? { ...pair, fixed: action === "fix" }
    : action === "swap"
      ? to === ""
        ? null
        : { ...pair, to, notify }
      : { ...pair, notify };
  return (
    <ActionDialog
      endpoint={ENDPOINTS[action]}
      {...(action === "free" && { title: t("strip.freeThis") })}
      input={input}
      {...(!isFix && {
        decide: ({ to: error }) => (
          <>
            {action === "swap" && (
              <SelectField
                name="to"
                label={t("strip.to")}
                empty={t("strip.choose")}
                error={error}
                value={to}
                onChange={({ target }) => setTo(target.value)}
                options={others.map(({ id, name, given, why, why_not: whyNot }) => ({
                  value: id,
                  label: t("strip.option", {
                    name,
                    given,
                    why: [
                      ...why.map((one) => t(`because.${one}`)),
                      // Omit the blocker that the project already has enough readings, because a swap does not change
                      // the number of readings.
                      ...whyNot
                        .filter((one) => one !== "enough")
                        .map((one) => t(`obstacle.${one}`)),
                    ].join(", "),
                  }),
                }))}
              />
            )}
            <Checkbox
              name="notify"
              label={plan("notify")}
              help={plan("notifyHelp")}
              checked={notify}
              onChange={({ target }) => setNotify(target.checked)}
            />
          </>
        ),
      })}
      toWhom={
        <ul className={styles.people}>
          <li>
            <strong>{evaluator.name}</strong>
            <span>{project.name}</span>
          </li>
        </ul>
      }
      onDone={onClose}
      onClose={onClose}
    />
  );
}

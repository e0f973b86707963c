"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextField } from "@/components/forms/fields/text-field";
import { inReminderOrder, REMINDED, type Reminded } from "@/contract/edition-figures";
import { BAND_PROJECTS } from "@/contract/evaluation/feedback";
import { perStage, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { type StaffEdition, setEditionFigures } from "@/contract/staff/editions";
import { ActionDialog } from "../actions/action-dialog";
import styles from "./edition.module.css";

type Given = Record<Stage | "readings" | "grace" | Reminded, string>;
const CHOICES = ["feedback", "feedback_band", "discussion"] as const;
type Choices = Pick<StaffEdition["figures"], (typeof CHOICES)[number]>;
const WHOLE = /^\s*-?\d{1,6}\s*$/;
const HOURS = /^\s*(-?\d{1,6}\s*([,;]\s*-?\d{1,6}\s*)*)?$/;

const hoursIn = (text: string): number[] =>
  text.trim() === "" ? [] : text.split(/[,;]/).map((one) => Number(one.trim()));

/**
 * Dialog to change the settings of an edition, such as the number of places per selection stage and the reminder times.
 * The request contains only changed settings, so that two staff members do not undo each other's changes.
 */
export function FiguresDialog({
  edition: { year, figures },
  onClose,
}: {
  edition: StaffEdition;
  onClose: () => void;
}) {
  const t = useTranslations("staff.dates.figures");
  const staff = useTranslations("staff");
  const stages = useTranslations("staff.selection.stage");
  const [choices, setChoices] = useState({
    feedback: figures.feedback,
    feedback_band: figures.feedback_band,
    discussion: figures.discussion,
  });
  const [given, setGiven] = useState<Given>({
    ...perStage((stage) => String(figures.places[stage])),
    readings: String(figures.readings),
    grace: String(figures.grace_minutes),
    applicants: figures.reminders.applicants.join(", "),
    begin: figures.reminders.begin.join(", "),
    evaluators: figures.reminders.evaluators.join(", "),
  });
  const field = (name: keyof Given, label: string, help?: string, isFrozen = false) => (
    <TextField
      key={name}
      name={name}
      label={label}
      {...(help !== undefined && { help })}
      inputMode={REMINDED.some((one) => one === name) ? "text" : "numeric"}
      autoComplete="off"
      readOnly={isFrozen}
      error={isReadable(name, given[name]) ? undefined : "invalid_type"}
      value={given[name]}
      onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
    />
  );
  return (
    <ActionDialog
      endpoint={setEditionFigures}
      params={{ year: String(year) }}
      input={inputOf(given, choices, figures)}
      decide={() => (
        <div className={styles.figureFields}>
          {figures.frozen && <p className={styles.quiet}>{t("frozen")}</p>}
          <div className={styles.placeFields}>
            {STAGE_IDS.map((stage) =>
              field(stage, t("places", { stage: stages(stage) }), undefined, figures.frozen),
            )}
            {field("readings", t("readings"), undefined, figures.frozen)}
            {field("grace", t("graceField"))}
          </div>
          {REMINDED.map((to) => field(to, t(`reminders.${to}`), t(`help.${to}`)))}
          {CHOICES.map((name) => (
            <Checkbox
              key={name}
              name={name}
              label={t(`choice.${name}`)}
              help={t(`choiceHelp.${name}`, { least: BAND_PROJECTS })}
              checked={choices[name]}
              onChange={({ target }) => setChoices({ ...choices, [name]: target.checked })}
            />
          ))}
        </div>
      )}
      toWhom={<p>{staff("editionOf", { year: String(year) })}</p>}
      undecided={t("unchanged")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/**
 * Reports whether the text of a field is valid: a list of hours for reminders, a whole number for all other settings.
 */
function isReadable(name: keyof Given, text: string): boolean {
  return (REMINDED.some((one) => one === name) ? HOURS : WHOLE).test(text);
}

/**
 * Returns the changed settings of an edition as a request body; null if a field is invalid or no setting has changed.
 */
function inputOf(given: Given, choices: Choices, figures: StaffEdition["figures"]) {
  const numbers = [...STAGE_IDS, "readings", "grace"] as const;
  if (![...numbers, ...REMINDED].every((name) => isReadable(name, given[name]))) return null;
  const places = STAGE_IDS.flatMap((stage) =>
    Number(given[stage]) === figures.places[stage] ? [] : [[stage, Number(given[stage])] as const],
  );
  const reminders = REMINDED.flatMap((to) => {
    const hours = inReminderOrder(hoursIn(given[to]));
    return hours.join() === figures.reminders[to].join() ? [] : [[to, hours] as const];
  });
  const [readings, grace] = [Number(given.readings), Number(given.grace)];
  const input = {
    ...(places.length > 0 && { places: Object.fromEntries(places) }),
    ...(readings !== figures.readings && { readings }),
    ...(grace !== figures.grace_minutes && { grace_minutes: grace }),
    ...(reminders.length > 0 && { reminders: Object.fromEntries(reminders) }),
    ...Object.fromEntries(
      CHOICES.filter((name) => choices[name] !== figures[name]).map((name) => [
        name,
        choices[name],
      ]),
    ),
  };
  return Object.keys(input).length > 0 ? input : null;
}

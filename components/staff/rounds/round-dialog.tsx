"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { closingMoment, romeDay } from "@/contract/deadline";
import type { FieldErrors } from "@/contract/errors";
import type { Stage } from "@/contract/evaluation/funnel";
import { LANGUAGES, type Language, perLanguage } from "@/contract/languages";
import {
  changeRound,
  closeRound,
  copyRounds,
  makeRound,
  removeRound,
  reopenRound,
  repeatRound,
  type StaffRound,
  type StaffRounds,
  setRoundDates,
  setRoundJury,
} from "@/contract/staff/rounds";
import { ActionDialog } from "../actions/action-dialog";
import type { ActionEndpoint, ActionInput } from "../actions/use-staff-action";
import { JuryField } from "./jury-field";
import styles from "./rounds.module.css";

/** The staff actions on one round. */
export const ROUND_ACTIONS = {
  change: changeRound,
  dates: setRoundDates,
  jury: setRoundJury,
  close: closeRound,
  reopen: reopenRound,
  again: repeatRound,
  remove: removeRound,
} as const satisfies Record<string, ActionEndpoint>;

export type OpenedRound =
  | { action: "make" }
  | { action: "copy"; from: number }
  | { action: keyof typeof ROUND_ACTIONS; round: StaffRound };

type Given = {
  stage: Stage | "";
  names: Record<Language, string>;
  opens: string;
  closes: string;
  readings: string;
  weight: string;
  showsEarlier: boolean;
  isPublic: boolean;
  feedback: boolean;
  band: boolean;
  discussion: boolean;
  jury: readonly string[];
};
type Part = "stage" | "names" | "days" | "terms" | "jury";

const DAY = /^2\d{3}-\d{2}-\d{2}$/;
const isNumber = (text: string) => /^\s*\d{0,3}\s*$/.test(text);
const numberIn = (text: string) => (text.trim() === "" ? null : Number(text));

/** Renders the dialog of a staff action on rounds, with the fields that the action needs. */
export function RoundDialog({
  opened,
  data,
  onClose,
}: {
  opened: OpenedRound;
  data: StaffRounds;
  onClose: () => void;
}) {
  const t = useTranslations("staff.rounds");
  const locale = useLocale() as Language;
  const round = "round" in opened ? opened.round : undefined;
  const [given, setGiven] = useState(() => ({
    ...givenOf(round, data),
    // The user enters new dates for a repetition, because the original round's dates do not apply.
    ...(opened.action === "again" && { opens: "", closes: "" }),
  }));
  const set = (more: Partial<Given>) => setGiven({ ...given, ...more });
  const { action } = opened;
  const endpoint =
    action === "make" ? makeRound : action === "copy" ? copyRounds : ROUND_ACTIONS[action];
  const parts: Record<OpenedRound["action"], readonly Part[]> = {
    make: ["stage", "names", "days", "terms", "jury"],
    change: ["names", "terms"],
    dates: ["days"],
    jury: ["jury"],
    again: ["days", "jury"],
    ...{ copy: [], close: [], reopen: [], remove: [] },
  };
  const shown = parts[action];
  const name = round?.names[locale] ?? (given.names[locale] || t("make"));
  return (
    <ActionDialog
      endpoint={endpoint}
      params={{ year: String(data.edition), ...(round && { number: String(round.number) }) }}
      input={inputOf(opened, given)}
      {...(shown.length > 0 && {
        decide: (errors: FieldErrors) => <Fields {...{ shown, given, set, errors, data, round }} />,
      })}
      whomTitle={t("one")}
      toWhom={<p>{t("round", { name, year: String(data.edition) })}</p>}
      undecided={t(action === "make" || action === "again" ? "incomplete" : "unchanged")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function Fields({
  shown,
  given,
  set,
  errors,
  data,
  round,
}: {
  shown: readonly Part[];
  given: Given;
  set: (more: Partial<Given>) => void;
  errors: FieldErrors;
  data: StaffRounds;
  round: StaffRound | undefined;
}): ReactNode {
  const t = useTranslations("staff.rounds");
  const stages = useTranslations("staff.selection.stage");
  const locale = useLocale();
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const isOpened = round !== undefined && round.state !== "to_come";
  const hasNewDays = shown.includes("days") && shown.includes("jury");
  /** The names of a new round follow the chosen stage until the user types other names. */
  function choose(stage: Stage) {
    const namesOf = (one: string) => data.stages.find((row) => row.stage === one)?.names;
    const isOwn = LANGUAGES.some((one) => given.names[one] !== (namesOf(given.stage)?.[one] ?? ""));
    const names = namesOf(stage);
    set({ stage, ...(names && !isOwn && { names }) });
  }
  return (
    <div className={styles.fields}>
      {shown.includes("stage") && (
        <SelectField
          name="stage"
          label={t("field.stage")}
          options={data.stages.map(({ stage }) => ({ value: stage, label: stages(stage) }))}
          value={given.stage}
          error={errors.stage}
          onChange={({ target }) => choose(target.value as Stage)}
        />
      )}
      {shown.includes("names") &&
        LANGUAGES.map((language) => (
          <TextField
            key={language}
            name={`names.${language}`}
            lang={language}
            label={t("field.name", { language: languages.of(language) ?? language })}
            value={given.names[language]}
            error={errors[`names.${language}`]}
            onChange={({ target }) => set({ names: { ...given.names, [language]: target.value } })}
          />
        ))}
      {shown.includes("days") && (
        <div className={styles.days}>
          {(["opens", "closes"] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              type="date"
              label={t(`field.${name}`)}
              readOnly={name === "opens" && isOpened && !hasNewDays}
              value={given[name]}
              error={errors[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
        </div>
      )}
      {shown.includes("jury") && (
        <JuryField
          evaluators={data.evaluators}
          chosen={given.jury}
          onChange={(jury) => set({ jury })}
        />
      )}
      {shown.includes("terms") && (
        <>
          <TextField
            name="readings"
            label={t("field.readings")}
            help={t("field.readingsHelp", { count: data.readings })}
            inputMode="numeric"
            value={given.readings}
            error={isNumber(given.readings) ? errors.readings : "invalid_type"}
            onChange={({ target }) => set({ readings: target.value })}
          />
          {round?.number !== 1 && (
            <>
              <TextField
                name="weight"
                label={t("field.weight")}
                help={t("field.weightHelp")}
                inputMode="numeric"
                readOnly={isOpened}
                value={given.weight}
                error={isNumber(given.weight) ? errors.weight : "invalid_type"}
                onChange={({ target }) => set({ weight: target.value })}
              />
              <Checkbox
                name="showsEarlier"
                label={t("field.showsEarlier")}
                disabled={isOpened}
                checked={given.showsEarlier}
                onChange={({ target }) => set({ showsEarlier: target.checked })}
              />
              <Checkbox
                name="public"
                label={t("field.public")}
                checked={given.isPublic}
                onChange={({ target }) => set({ isPublic: target.checked })}
              />
              {(["feedback", "band", "discussion"] as const).map((name) => (
                <Checkbox
                  key={name}
                  name={name}
                  label={t(`field.${name}`)}
                  checked={given[name]}
                  onChange={({ target }) => set({ [name]: target.checked })}
                />
              ))}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Returns the initial values of the dialog's fields: the values of the round. A new round gets a suggested first day. */
function givenOf(round: StaffRound | undefined, data: Pick<StaffRounds, "next_opens">): Given {
  const last = (instant: string) => romeDay(closingMoment(new Date(instant)).lastDay);
  const begins = data.next_opens ? romeDay(new Date(data.next_opens)) : "";
  return {
    stage: "",
    names: round?.names ?? perLanguage(() => ""),
    opens: round?.opens ? romeDay(new Date(round.opens)) : begins,
    closes: round?.closes ? last(round.closes) : "",
    readings: round?.readings.own ? String(round.readings.own) : "",
    weight: round?.weight ? String(round.weight) : "",
    showsEarlier: round?.shows_earlier ?? false,
    isPublic: round?.public ?? false,
    feedback: round?.feedback ?? false,
    band: round?.band ?? false,
    discussion: round?.discussion ?? false,
    jury: round?.jury.map(({ id }) => id) ?? [],
  };
}

/** Returns the request body with changed values only; null if a field is invalid or nothing has changed. */
function inputOf(opened: OpenedRound, given: Given): ActionInput | null {
  const { stage, names, opens, closes, showsEarlier: shows_earlier, isPublic } = given;
  const { feedback, band, discussion } = given;
  const isNamed = LANGUAGES.every((language) => names[language].trim() !== "");
  if (!isNumber(given.readings) || !isNumber(given.weight)) return null;
  const [readings, weight] = [numberIn(given.readings), numberIn(given.weight)];
  if (opened.action === "copy") return { from: opened.from };
  if (opened.action === "make") {
    if (!stage || !isNamed || !DAY.test(opens) || !DAY.test(closes)) return null;
    const terms = { readings, weight, shows_earlier, public: isPublic, feedback, band, discussion };
    return { stage, names, opens, closes, jury: given.jury, ...terms };
  }
  if (opened.action === "again") {
    return DAY.test(opens) && DAY.test(closes) ? { opens, closes, jury: given.jury } : null;
  }
  const { action, round } = opened;
  const before = givenOf(round, NO_DATES);
  const isSame = (name: "opens" | "closes") => given[name] === before[name];
  if (action === "change") {
    const isRenamed = LANGUAGES.some((language) => names[language] !== round.names[language]);
    const input = {
      ...(isRenamed && { names }),
      ...(readings !== round.readings.own && { readings }),
      ...(weight !== round.weight && { weight }),
      ...(shows_earlier !== round.shows_earlier && { shows_earlier }),
      ...(isPublic !== round.public && { public: isPublic }),
      ...(feedback !== round.feedback && { feedback }),
      ...(band !== round.band && { band }),
      ...(discussion !== round.discussion && { discussion }),
    };
    return isNamed && Object.keys(input).length > 0 ? input : null;
  }
  if (action === "dates") {
    if (!DAY.test(opens) || !DAY.test(closes) || (isSame("opens") && isSame("closes"))) return null;
    return { ...(!isSame("opens") && { opens }), ...(!isSame("closes") && { closes }) };
  }
  if (action === "jury") {
    const { jury } = given;
    const isEqual =
      jury.length === before.jury.length && jury.every((id) => before.jury.includes(id));
    return isEqual ? null : { jury };
  }
  return {};
}

const NO_DATES = { next_opens: null };

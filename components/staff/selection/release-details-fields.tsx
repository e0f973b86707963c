import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import type { FieldErrors } from "@/contract/errors";
import {
  filledDetails,
  isPastDay,
  missingTranslations,
  PLACE_MAX,
  type ReleaseDetail,
  type ReleaseDetails,
  SENTENCE_MAX,
} from "@/contract/evaluation/release-details";
import { LANGUAGES } from "@/contract/languages";
import actionStyles from "../actions/action-dialog.module.css";
import { type Moment, untilOf } from "../applications/extend-fields";
import styles from "./release-dialog.module.css";

/**
 * Returns the errors in the details of a release: a text without its translation, a time without a day, or a day in the
 * past.
 */
export function detailErrors(details: ReleaseDetails, now: Date): FieldErrors {
  const missing = missingTranslations(details).map((name) => [name, "required"] as const);
  const past = isPastDay(details, now) ? [["when", "invalid_choice"] as const] : [];
  return Object.fromEntries([...missing, ...past]);
}

/** Returns the initial details of a new release: the last release's details, without a day that has passed. */
export function startingDetails(details: ReleaseDetails | null, now: Date): ReleaseDetails {
  const { when, ...texts } = details ?? {};
  const past = isPastDay(details ?? {}, now);
  return filledDetails({ ...texts, when: past ? undefined : when });
}

/**
 * Renders the form fields for the details of a release: place and an extra sentence for the email in each language,
 * day, and time. All fields are optional.
 */
export function ReleaseDetailsFields({
  details,
  onChange,
  errors,
}: {
  details: ReleaseDetails;
  onChange: (details: ReleaseDetails) => void;
  errors: FieldErrors;
}) {
  const t = useTranslations("staff.selection.details");
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const [day = "", hour = ""] = details.when?.split("T") ?? [];
  const [moment, setMoment] = useState<Moment>({ day, hour });
  const set = (name: ReleaseDetail, value: string | null) =>
    onChange({ ...details, [name]: value ?? undefined });
  const field = (name: ReleaseDetail) => ({
    name,
    value: details[name] ?? "",
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  const move = (to: Moment) => {
    setMoment(to);
    set("when", untilOf(to));
  };
  return (
    <fieldset className={styles.details}>
      <legend>{t("title")}</legend>
      <p className={styles.small}>{t("help")}</p>
      <div className={actionStyles.moment}>
        <TextField
          name="when-day"
          type="date"
          label={t("day")}
          optional
          error={errors.when ?? (moment.hour && !moment.day ? "required" : undefined)}
          value={moment.day}
          onChange={({ target }) => move({ ...moment, day: target.value })}
        />
        <TextField
          name="when-hour"
          type="time"
          label={t("hour")}
          optional
          value={moment.hour}
          onChange={({ target }) => move({ ...moment, hour: target.value })}
        />
      </div>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          {...field(`where_${language}`)}
          label={t("where", { language: names.of(language) ?? language })}
          lang={language}
          maxLength={PLACE_MAX}
          autoComplete="off"
          optional
        />
      ))}
      {LANGUAGES.map((language) => (
        <TextArea
          key={language}
          {...field(`sentence_${language}`)}
          label={t("sentence", { language: names.of(language) ?? language })}
          lang={language}
          rows={2}
          limit={SENTENCE_MAX}
          optional
        />
      ))}
    </fieldset>
  );
}

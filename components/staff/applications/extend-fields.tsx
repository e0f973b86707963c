"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/fields/text-field";
import { romeDayEnd, romeInstant } from "@/contract/deadline";
import actionStyles from "../actions/action-dialog.module.css";
import { usePreviewMessages } from "../actions/preview-messages";
import { useWhen } from "../shell/use-when";
import styles from "./applications.module.css";

/** A typed day and optional time, in Rome's time zone. */
export type Moment = { day: string; hour: string };

/** Returns the deadline as the contract requires it; null without a day. */
export function untilOf({ day, hour }: Moment): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return hour ? `${day}T${hour}` : day;
}

/** Renders the fields of the new deadline, and how far it is beyond the general deadline. */
export function ExtendFields({
  moment,
  onChange,
  closesAt,
  error,
}: {
  moment: Moment;
  onChange: (moment: Moment) => void;
  closesAt: string;
  error: string | undefined;
}) {
  const t = useTranslations("staff.applications");
  const words = usePreviewMessages();
  const when = useWhen();
  const until = untilOf(moment);
  const at = until && (until.includes("T") ? romeInstant(until) : romeDayEnd(until));
  const hours = at ? Math.round((at.getTime() - Date.parse(closesAt)) / 3_600_000) : 0;
  return (
    <>
      <div className={actionStyles.moment}>
        <TextField
          name="until-day"
          type="date"
          label={t("extendDay")}
          error={error}
          value={moment.day}
          onChange={({ target }) => onChange({ ...moment, day: target.value })}
        />
        <TextField
          name="until-hour"
          type="time"
          label={t("extendHour")}
          optional
          value={moment.hour}
          onChange={({ target }) => onChange({ ...moment, hour: target.value })}
        />
      </div>
      {at && hours > 0 && (
        <figure className={styles.leap}>
          <svg viewBox="0 0 420 70" aria-hidden="true">
            <circle cx="12" cy="52" r="11" />
            <path d="M22 44 C130 -4 290 -4 398 44" />
            <circle cx="408" cy="52" r="9" data-new="true" />
            <path d="M0 66 H420" data-ground="true" />
          </svg>
          <figcaption>
            <span>{t("leapFrom", { deadline: when.deadline(closesAt) })}</span>
            <strong>{t("leapTo", { deadline: words.fact(until), hours })}</strong>
          </figcaption>
        </figure>
      )}
    </>
  );
}

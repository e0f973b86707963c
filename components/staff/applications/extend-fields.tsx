"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { romeDay, romeDayEnd, romeInstant, romeTime } from "@/contract/deadline";
import { DAY, HOUR } from "@/contract/durations";
import { useLikelyNow } from "@/lib/browser/server-clock";
import actionStyles from "../actions/action-dialog.module.css";
import { usePreviewMessages } from "../actions/preview-messages";
import { useWhen } from "../shell/use-when";
import styles from "./applications.module.css";

/** A deadline as typed: a day and an optional hour, in Rome's time zone. */
export type Moment = { day: string; hour: string };

/** Returns a typed deadline in the contract's format; null if the day is missing. */
export function untilOf({ day, hour }: Moment): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return hour ? `${day}T${hour}` : day;
}

/** Buttons for frequent extensions: one hour more, one day more, or until noon tomorrow. */
const PRESETS = ["hour", "day", "noon"] as const;

/**
 * Returns the new deadline of an extension button. One hour and one day count from the current deadline, or from now if
 * it has passed. Returns null if the result would not be after the general deadline.
 */
export function presetOf(
  preset: (typeof PRESETS)[number],
  { deadline, closesAt, now }: { deadline: string; closesAt: string; now: number },
): Moment | null {
  const from = Math.max(Date.parse(deadline), now);
  const tomorrow = romeDay(romeDayEnd(romeDay(new Date(now))));
  const at = {
    hour: new Date(from + HOUR),
    day: new Date(from + DAY),
    noon: romeInstant(`${tomorrow}T12:00`),
  }[preset];
  if (at.getTime() <= Math.max(Date.parse(closesAt), now)) return null;
  const [day = "", hour = ""] = romeTime(at).split(" ");
  return { day, hour };
}

/** Renders the fields of an application's new deadline, and how far the new deadline is beyond the general one. */
export function ExtendFields({
  moment,
  onChange,
  closesAt,
  deadline,
  error,
}: {
  moment: Moment;
  onChange: (moment: Moment) => void;
  closesAt: string;
  /** The latest of the selected applications' current deadlines. */
  deadline: string;
  error: string | undefined;
}) {
  const t = useTranslations("staff.applications");
  const words = usePreviewMessages();
  const when = useWhen();
  const now = useLikelyNow();
  const until = untilOf(moment);
  const at = until && (until.includes("T") ? romeInstant(until) : romeDayEnd(until));
  const hours = at ? Math.round((at.getTime() - Date.parse(closesAt)) / 3_600_000) : 0;
  return (
    <>
      {now !== null && (
        <div className={styles.presets}>
          {PRESETS.map((name) => {
            const preset = presetOf(name, { deadline, closesAt, now });
            return (
              preset && (
                <Button
                  key={name}
                  small
                  variant="secondary"
                  aria-pressed={preset.day === moment.day && preset.hour === moment.hour}
                  onClick={() => onChange(preset)}
                >
                  {t(`preset.${name}`)}
                </Button>
              )
            );
          })}
        </div>
      )}
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

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { SelectField } from "@/components/forms/fields/select-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import {
  getStaffNotices,
  MANY_REFUSED,
  MANY_REFUSED_FROM,
  MANY_REFUSED_MINUTES,
  STAFF_ALERTS,
  type StaffNotices,
  setStaffNotices,
} from "@/contract/staff/notices";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import page from "../list/list-page.module.css";
import styles from "./notices.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const timeOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Renders a staff member's choice of emails about the control room: a daily summary, and immediate alerts. */
export function Notices() {
  const t = useTranslations("staff.notices");
  const query = useQuery(readOf(getStaffNotices, { locale: useLocale() }));
  return (
    <div className={page.page}>
      <ListHead title={t("title")} sum={t("lead")} />
      <ListBody query={query} failed={t("failed")} rows={6}>
        {query.data && <NoticesForm chosen={query.data} />}
      </ListBody>
    </div>
  );
}

function NoticesForm({ chosen }: { chosen: StaffNotices }) {
  const t = useTranslations("staff.notices");
  const locale = useLocale();
  const client = useQueryClient();
  const [given, setGiven] = useState(chosen);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { summary_hour: hour, alerts } = given;
  const disabledReason = chosen.possible ? undefined : t("readOnly");

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || disabledReason) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { summary_hour: hour, alerts };
      const answer = await call(setStaffNotices, { locale, body });
      client.setQueryData(readOf(getStaffNotices, { locale }).queryKey, answer);
      showToast(t("saved"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={save}>
      {failure && <FormAlert heading={t("notSaved")} code={failure.code} />}
      {disabledReason && <p className={styles.quiet}>{disabledReason}</p>}
      <section className={styles.part} aria-labelledby="summary">
        <h2 id="summary">{t("summary")}</h2>
        <p className={styles.quiet}>{t("summaryText")}</p>
        <SelectField
          name="summary_hour"
          label={t("hour")}
          empty={t("none")}
          value={hour === null ? "" : String(hour)}
          options={HOURS.map((one) => ({
            value: String(one),
            label: t("at", { time: timeOf(one) }),
          }))}
          disabled={!chosen.possible}
          onChange={({ target }) =>
            setGiven({ ...given, summary_hour: target.value === "" ? null : Number(target.value) })
          }
        />
      </section>
      <section className={styles.part} aria-labelledby="alerts">
        <h2 id="alerts">{t("alerts")}</h2>
        <p className={styles.quiet}>{t("alertsText")}</p>
        {STAFF_ALERTS.map((alert) => (
          <Checkbox
            key={alert}
            name={alert}
            label={t(`alert.${alert}`)}
            help={t(`help.${alert}`, {
              files: MANY_REFUSED,
              applications: MANY_REFUSED_FROM,
              minutes: MANY_REFUSED_MINUTES,
            })}
            checked={alerts.includes(alert)}
            disabled={!chosen.possible}
            onChange={({ target }) =>
              setGiven({
                ...given,
                alerts: STAFF_ALERTS.filter((one) =>
                  one === alert ? target.checked : alerts.includes(one),
                ),
              })
            }
          />
        ))}
      </section>
      <div>
        <Button type="submit" busy={busy} busyLabel={t("saving")} disabledReason={disabledReason}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

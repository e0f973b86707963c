"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { READINGS_MAX } from "@/contract/edition-figures";
import { proposeAssignment } from "@/contract/staff/assignment";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import styles from "./assignment.module.css";

/**
 * Renders the fields of a new proposal: readings per project, and random seed. A proposal alone changes no assignment.
 */
export function ProposeForm({
  round,
  wanted,
  busy,
  disabledReason,
  onAsked,
}: {
  /** Request parameter that names the round that the page shows. */
  round: { round?: number };
  wanted: number;
  busy: boolean;
  disabledReason: string | undefined;
  onAsked: () => Promise<unknown>;
}) {
  const t = useTranslations("staff.assignment");
  const locale = useLocale();
  const [readings, setReadings] = useState(String(wanted));
  const [seed, setSeed] = useState("");
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (busy || asking || disabledReason !== undefined) return;
    setAsking(true);
    setFailure(null);
    try {
      const body = { ...round, readings: Number(readings), ...(seed && { seed: Number(seed) }) };
      await call(proposeAssignment, { locale, body });
      await onAsked();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setAsking(false);
    }
  }
  const fields = failure?.fields ?? {};

  return (
    <form className={styles.form} method="post" noValidate onSubmit={ask}>
      {failure && Object.keys(fields).length === 0 && (
        <FormAlert heading={t("notAsked")} code={failure.code} />
      )}
      <TextField
        name="readings"
        label={t("readings")}
        help={t("readingsHelp", { most: READINGS_MAX })}
        inputMode="numeric"
        autoComplete="off"
        value={readings}
        error={fields.readings}
        onChange={({ target }) => setReadings(target.value)}
      />
      <TextField
        name="seed"
        label={t("seed")}
        optional
        help={t("seedHelp")}
        inputMode="numeric"
        autoComplete="off"
        value={seed}
        error={fields.seed}
        onChange={({ target }) => setSeed(target.value)}
      />
      <div>
        <Button
          small
          type="submit"
          busy={busy || asking}
          busyLabel={t("making")}
          disabledReason={disabledReason}
        >
          {t("ask")}
        </Button>
      </div>
    </form>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { TEXT_MAX } from "@/contract/fields";
import type { ApiError } from "@/lib/api/error";
import { useServiceStatus } from "../shell/use-service-status";
import type { ActionForm } from "./use-action-form";
import { sizeOf } from "./use-staff-action";
import { WhatChanged } from "./what-happens";

/**
 * Renders the confirmation fields of a staff action: the reason, the number of affected items that staff must type, and
 * the override of blockers.
 */
export function ActionFields({
  form: { form, asks, preview, done, refused },
}: {
  form: ActionForm;
}) {
  const t = useTranslations("staff.act");
  const { errors } = form.formState;
  return (
    <>
      {asks.why && (
        <TextArea
          label={t("reason")}
          rows={3}
          limit={TEXT_MAX}
          note={t("reasonHelp")}
          {...form.register("reason")}
          error={errors.reason?.message ?? refused.reason}
        />
      )}
      {asks.number && (
        <TextField
          label={t("typed", { count: done })}
          inputMode="numeric"
          autoComplete="off"
          {...form.register("typed")}
          error={errors.typed?.message ?? (refused.typed && "other_number")}
        />
      )}
      {asks.anyway && preview && (
        <Checkbox
          label={t("anyway", { count: sizeOf(preview) - done })}
          {...form.register("anyway")}
        />
      )}
    </>
  );
}

/** Error codes for a failed confirmation with a passkey: the device did not respond or has no passkey. */
const KEYLESS = ["key_required", "proof_required"];

/** Shows why a staff action did not run: its preview has changed, or the server rejected the action. */
export function ActionFailure({ form: { failure, preview } }: { form: ActionForm }) {
  if (!failure) return null;
  if (failure.before && preview) return <WhatChanged before={failure.before} now={preview} />;
  return <NotDone {...failure} />;
}

/**
 * Shows that a staff action did not run. If the server did not clearly reject the action, shows that the result is
 * unknown.
 */
export function NotDone({ code, unsure }: { code: ApiError["code"]; unsure: boolean }) {
  const t = useTranslations("staff.act");
  const refused = KEYLESS.includes(code) ? "keySilent" : "nothingHappened";
  return (
    <FormAlert heading={t(unsure ? "unsure" : refused)} code={code}>
      {unsure && <p>{t("unsureText")}</p>}
      {code === "unavailable" && <Unwritable />}
    </FormAlert>
  );
}

/** Explains that the database is read-only, so that a retry cannot succeed yet. */
function Unwritable() {
  const serviceStatus = useServiceStatus();
  const t = useTranslations("staff.today.checks.database_read_only");
  if (!serviceStatus?.checks.some(({ check }) => check === "database_read_only")) return null;
  return (
    <p>
      <strong>{t("title")}</strong> {t("text")}
    </p>
  );
}

/** Shows that the preview of an action failed, with a retry button. */
export function Uncounted({ form: { uncounted, counted } }: { form: ActionForm }) {
  const t = useTranslations("staff.act");
  if (!uncounted) return null;
  return (
    <FormAlert heading={t("notCounted")} code={uncounted.code}>
      {uncounted.code === "unavailable" && <Unwritable />}
      <Button small variant="secondary" onClick={() => void counted.refetch()}>
        {t("countAgain")}
      </Button>
    </FormAlert>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/actions/button";
import { TEXT_MAX } from "@/contract/fields";
import type { ApiError } from "@/lib/api/error";
import { useStandstill } from "../frame/use-standstill";
import { sizeOf } from "./use-act";
import type { ActForm } from "./use-act-form";
import { WhatChanged } from "./what-happens";

/** What an act asks for: why, the number typed back, whether to go past what stands against it. */
export function ActFields({ form: { form, asks, plan, done, refused } }: { form: ActForm }) {
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
          error={errors.typed?.message ?? refused.typed}
        />
      )}
      {asks.anyway && plan && (
        <Checkbox
          label={t("anyway", { count: sizeOf(plan) - done })}
          {...form.register("anyway")}
        />
      )}
    </>
  );
}

/** Nobody has shown a key: it did not answer, or was not there. */
const KEYLESS = ["key_required", "proof_required"];

/** Why nothing was done: something has changed since it was counted, or it was refused. */
export function ActFailure({ form: { failure, plan } }: { form: ActForm }) {
  if (!failure) return null;
  if (failure.before && plan) return <WhatChanged before={failure.before} now={plan} />;
  return <NotDone {...failure} />;
}

/** That nothing was done; or, where no refusal says so, that nobody knows. */
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

/** Where the database can only be read, trying again helps nobody until it can be written. */
function Unwritable() {
  const standstill = useStandstill();
  const t = useTranslations("staff.today.checks.database_read_only");
  if (!standstill?.checks.some(({ check }) => check === "database_read_only")) return null;
  return (
    <p>
      <strong>{t("title")}</strong> {t("text")}
    </p>
  );
}

/** It could not be counted, and how to try again. */
export function Uncounted({ form: { uncounted, counted } }: { form: ActForm }) {
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

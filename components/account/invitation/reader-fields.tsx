"use client";

import { useTranslations } from "next-intl";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { TEXT_MAX } from "@/contract/fields";
import { LANGUAGE, LANGUAGES } from "@/contract/languages";
import { INDUSTRY } from "@/contract/project/options";
import styles from "./invitation.module.css";

type Typed = {
  capacity: string;
  languages: Record<string, boolean>;
  sectors: Record<string, boolean>;
  conflicts: string;
};

/** Renders the field for the maximum number of projects that the evaluator agrees to read. */
export function CapacityField<F extends Partial<Typed>>({ form }: { form: UseFormReturn<F> }) {
  const t = useTranslations("invitation");
  const { register, formState } = form as unknown as UseFormReturn<Typed>;
  const errors = formState.errors as FieldErrors<Typed>;
  return (
    <TextField
      label={t("capacity")}
      inputMode="numeric"
      autoComplete="off"
      optional
      {...register("capacity")}
      error={errors.capacity?.message}
    />
  );
}

/** Renders the fields for an evaluator's languages, sectors, and conflicts of interest. Rule: evaluation.terms. */
export function ReaderFields<F extends Partial<Typed>>({ form }: { form: UseFormReturn<F> }) {
  const t = useTranslations("invitation");
  const options = useTranslations("options");
  const { register, formState } = form as unknown as UseFormReturn<Typed>;
  const errors = formState.errors as FieldErrors<Typed>;
  return (
    <>
      <p>{t("readerLead")}</p>
      <fieldset className={styles.boxes}>
        <legend className={styles.legend}>{t("languages")}</legend>
        {LANGUAGES.map((one) => (
          <Checkbox key={one} label={LANGUAGE[one].name} {...register(`languages.${one}`)} />
        ))}
      </fieldset>
      <fieldset className={styles.boxes}>
        <legend className={styles.legend}>{t("sectors")}</legend>
        {INDUSTRY.map((one) => (
          <Checkbox key={one} label={options(one)} {...register(`sectors.${one}`)} />
        ))}
      </fieldset>
      <TextArea
        label={t("conflicts")}
        help={t("conflictsHelp")}
        rows={3}
        limit={TEXT_MAX}
        optional
        {...register("conflicts")}
        error={errors.conflicts?.message}
      />
    </>
  );
}

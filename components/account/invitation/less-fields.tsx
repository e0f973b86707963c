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

type Less = {
  capacity: string;
  languages: Record<string, boolean>;
  sectors: Record<string, boolean>;
  conflicts: string;
};

/** Renders the limits of an evaluator: number of projects, languages, sectors, and conflicts of interest. */
export function LessFields<F extends Partial<Less>>({ form }: { form: UseFormReturn<F> }) {
  const t = useTranslations("invitation");
  const options = useTranslations("options");
  const { register, formState } = form as unknown as UseFormReturn<Less>;
  const errors = formState.errors as FieldErrors<Less>;
  return (
    <>
      <TextField
        label={t("capacity")}
        inputMode="numeric"
        autoComplete="off"
        optional
        {...register("capacity")}
        error={errors.capacity?.message}
      />
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

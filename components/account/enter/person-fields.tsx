"use client";

import { useTranslations } from "next-intl";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { TextField } from "@/components/forms/fields/text-field";
import { NAME_MAX } from "@/contract/fields";
import { INTEREST } from "@/contract/project/options";
import styles from "./account-form.module.css";

/** What a form knows of one of its fields: its words, how it is registered, and its error's id. */
type Field<Name extends string> = UseFormRegisterReturn<Name> & {
  label: string;
  limit?: number;
  error: string | undefined;
};

/** What the fields of a person are called, for the form's description of them. */
export function usePersonFields() {
  const t = useTranslations("registration");
  return {
    first_name: { label: t("firstName"), limit: NAME_MAX },
    last_name: { label: t("lastName"), limit: NAME_MAX },
    interest: { label: t("interest") },
  };
}

/** First and last name, side by side where there is room. */
export function NameFields({
  first,
  last,
}: {
  first: Field<"first_name">;
  last: Field<"last_name">;
}) {
  return (
    <div className={styles.pair}>
      <TextField autoComplete="given-name" {...first} />
      <TextField autoComplete="family-name" {...last} />
    </div>
  );
}

/** Which part of the programme brings somebody here; optional. */
export function InterestField({ field }: { field: Field<"interest"> }) {
  const t = useTranslations("registration");
  return (
    <RadioGroup
      optional
      stacked
      options={INTEREST.map((value) => ({ value, label: t(`interests.${value}`) }))}
      {...field}
    />
  );
}

export function NewsletterBox({ field }: { field: UseFormRegisterReturn<"newsletter"> }) {
  const t = useTranslations("registration");
  return <Checkbox label={t("newsletter")} help={t("newsletterHelp")} {...field} />;
}

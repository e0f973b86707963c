"use client";

import { useTranslations } from "next-intl";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { TextField } from "@/components/forms/fields/text-field";
import { NAME_MAX } from "@/contract/fields";
import { INTEREST } from "@/contract/project/options";
import styles from "../account-form.module.css";

/** Props of a registered form field: its label, its form registration, and its error. */
type Field<Name extends string> = UseFormRegisterReturn<Name> & {
  label: string;
  limit?: number;
  error: string | undefined;
};

/** Returns the labels of the fields for a person's data, for `describeFields`. */
export function usePersonFields() {
  const t = useTranslations("registration");
  return {
    first_name: { label: t("firstName"), limit: NAME_MAX },
    last_name: { label: t("lastName"), limit: NAME_MAX },
    interest: { label: t("interest") },
  };
}

/** Renders the fields for the first and the last name, in one row if the width allows it. */
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

/** Renders the optional field for the part of the programme in which the person is interested. */
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

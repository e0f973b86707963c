"use client";

import { useTranslations } from "next-intl";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "@/components/forms/checkbox";
import { RadioGroup } from "@/components/forms/radio-group";
import { TextField } from "@/components/forms/text-field";
import { NAME_MAX } from "@/contract/fields";
import { INTEREST } from "@/contract/options";
import styles from "./account-form.module.css";

/** What a form knows of one of its fields: how it is registered, and its error's id. */
type Field<Name extends string> = UseFormRegisterReturn<Name> & { error?: string | undefined };

/** First and last name, side by side where there is room. */
export function NameFields({
  first,
  last,
}: {
  first: Field<"first_name">;
  last: Field<"last_name">;
}) {
  const t = useTranslations("registration");
  return (
    <div className={styles.pair}>
      <TextField label={t("firstName")} autoComplete="given-name" limit={NAME_MAX} {...first} />
      <TextField label={t("lastName")} autoComplete="family-name" limit={NAME_MAX} {...last} />
    </div>
  );
}

/** What of the programme somebody is here for; nobody has to say. */
export function InterestField({ field }: { field: Field<"interest"> }) {
  const t = useTranslations("registration");
  return (
    <RadioGroup
      label={t("interest")}
      optional
      stacked
      options={INTEREST.map((value) => ({ value, label: t(`interests.${value}`) }))}
      {...field}
    />
  );
}

export function NewsletterBox({ field }: { field: Field<"newsletter"> }) {
  const t = useTranslations("registration");
  return <Checkbox label={t("newsletter")} help={t("newsletterHelp")} {...field} />;
}

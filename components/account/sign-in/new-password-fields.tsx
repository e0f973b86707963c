"use client";

import { useTranslations } from "next-intl";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { newPasswordSchema, PASSWORD_MAX, passwordSchema } from "@/contract/fields";
import { PasswordStrength } from "./password-strength";

/** Schema fields of a new password and its repetition. */
export const newPasswordFields = { password: newPasswordSchema, repeated: passwordSchema };
type Twice = z.output<z.ZodObject<typeof newPasswordFields>>;

/** Extends a form schema with the check that the password and its repetition are equal. */
export function typedTwice<Output extends Twice, Input>(schema: z.ZodType<Output, Input>) {
  return schema.refine(({ password, repeated }) => password === repeated, {
    error: "mismatch",
    path: ["repeated"],
  });
}

/** Renders the fields for a new password and its repetition, with the strength estimate. */
export function NewPasswordFields<F extends Partial<Twice>>({ form }: { form: UseFormReturn<F> }) {
  const t = useTranslations("account");
  const { register, control, formState } = form as unknown as UseFormReturn<Twice>;
  const { errors } = formState;
  const password = useWatch({ control, name: "password" }) ?? "";
  return (
    <>
      <PasswordField
        label={t("newPassword")}
        autoComplete="new-password"
        limit={PASSWORD_MAX}
        strength={<PasswordStrength password={password} />}
        {...register("password")}
        error={errors.password?.message}
      />
      <PasswordField
        label={t("repeatPassword")}
        autoComplete="new-password"
        limit={PASSWORD_MAX}
        {...register("repeated")}
        error={errors.repeated?.message}
      />
    </>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/actions/button";
import { showToast } from "@/components/ui/overlays/toast";
import { newPasswordSchema, PASSWORD_MAX, passwordSchema } from "@/contract/fields";
import { changePassword } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { useProved } from "@/lib/api/proved";
import styles from "../enter/account-form.module.css";
import { PasswordStrength } from "../enter/password-strength";
import { Refusal } from "../enter/refusal";
import { useSubmit } from "../use-submit";

const schema = z
  .object({
    current_password: passwordSchema,
    password: newPasswordSchema,
    repeated: passwordSchema,
  })
  .refine(({ password, repeated }) => password === repeated, {
    error: "mismatch",
    path: ["repeated"],
  });

/** A new password for the old one, and for a proof where there is a second factor; every other session ends. */
export function ChangePasswordForm() {
  const t = useTranslations("profile.password");
  const account = useTranslations("account");
  const locale = useLocale();
  const proved = useProved();
  const form = useZodForm(schema, { shouldFocusError: true });
  const { errors } = form.formState;
  const { onSubmit, failure, busy } = useSubmit(form, async ({ current_password, password }) => {
    const body = { current_password, password };
    await proved(() => call(changePassword, { locale, body }), "by itself");
    form.reset({ current_password: "", password: "", repeated: "" });
    showToast(t("saved"));
  });
  const password = useWatch({ control: form.control, name: "password" }) ?? "";

  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <PasswordField
        label={t("current")}
        autoComplete="current-password"
        limit={PASSWORD_MAX}
        {...form.register("current_password")}
        error={errors.current_password?.message}
      />
      <PasswordField
        label={account("newPassword")}
        autoComplete="new-password"
        limit={PASSWORD_MAX}
        strength={<PasswordStrength password={password} />}
        {...form.register("password")}
        error={errors.password?.message}
      />
      <PasswordField
        label={account("repeatPassword")}
        autoComplete="new-password"
        limit={PASSWORD_MAX}
        {...form.register("repeated")}
        error={errors.repeated?.message}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

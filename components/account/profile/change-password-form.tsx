"use client";

import { useLocale, useTranslations } from "next-intl";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { showToast } from "@/components/ui/overlays/toast";
import { PASSWORD_MAX, passwordSchema } from "@/contract/fields";
import { changePassword } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { useReauthentication } from "@/lib/api/reauthenticated";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { NewPasswordFields, newPasswordFields, typedTwice } from "../sign-in/new-password-fields";
import { useSubmit } from "../use-submit";

const schema = typedTwice(z.object({ current_password: passwordSchema, ...newPasswordFields }));

/**
 * Changes the password of the signed-in user. Requires the old password. If the account has a second factor, also
 * requires re-authentication. Ends all other sessions.
 */
export function ChangePasswordForm() {
  const t = useTranslations("profile.password");
  const locale = useLocale();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const form = useZodForm(schema, { shouldFocusError: true });
  const { errors } = form.formState;
  const { onSubmit, failure, busy } = useSubmit(form, async ({ current_password, password }) => {
    const body = { current_password, password };
    await proved(() => call(changePassword, { locale, body }), purpose("password"), "by itself");
    form.reset({ current_password: "", password: "", repeated: "" });
    showToast(t("saved"));
  });

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
      <NewPasswordFields form={form} />
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

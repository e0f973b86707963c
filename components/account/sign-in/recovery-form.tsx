"use client";

import { useLocale, useTranslations } from "next-intl";
import type { CaptchaConfig } from "@/components/forms/captcha/captcha-config";
import { useCaptcha } from "@/components/forms/captcha/use-captcha";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { recoverPassword } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";

/**
 * Form that requests a mail with a password-reset link. To protect privacy, the page shown afterwards is the same
 * whether or not an account has the address.
 *
 * @param captcha the configuration of the captcha; null when it is off
 */
export function RecoveryForm({ captcha: captchaConfig }: { captcha: CaptchaConfig | null }) {
  const t = useTranslations("login.recovery");
  const account = useTranslations("account");
  const locale = useLocale();
  const router = useRouter();
  const form = useZodForm(recoverPassword.body, { shouldFocusError: true });
  const { errors } = form.formState;
  const captcha = useCaptcha(captchaConfig, {
    error: errors.captcha?.message,
    onAnswered: () => form.clearErrors("captcha"),
  });
  const { onSubmit, failure, busy, done } = useSubmit(
    form,
    async ({ email }) => {
      if (captcha.asked && !captcha.answer()) throw new ApiError("captcha_failed", 0);
      await call(recoverPassword, { locale, body: { email, captcha: captcha.answer() } });
      router.push("/login/password-recovery/confirm");
    },
    captcha.reset,
  );

  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label={account("email")}
          type="email"
          autoComplete="email"
          {...form.register("email")}
          error={errors.email?.message}
        />
        {captcha.field}
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </form>
      <p>
        <GoLink component={PageLink} href="/login">
          {t("back")}
        </GoLink>
      </p>
    </div>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { CaptchaConfig } from "@/components/forms/captcha-config";
import { Checkbox } from "@/components/forms/checkbox";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormAlert } from "@/components/forms/form-alert";
import { setFieldErrors, summaryItems } from "@/components/forms/form-errors";
import { TextField } from "@/components/forms/text-field";
import { useCaptcha } from "@/components/forms/use-captcha";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { Ground } from "@/components/ui/ground";
import { EMAIL_MAX, NAME_MAX } from "@/contract/fields";
import { requestWhitepaper, whitepaperRequestSchema } from "@/contract/forms";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { captchaOfSite } from "@/lib/captcha";
import { pathFor } from "@/lib/routes/path";
import styles from "./whitepaper-form.module.css";

const SECONDS_PER_MINUTE = 60;

/**
 * Asks for the whitepaper; the link comes by mail, the thank-you page says so.
 *
 * @param privacyHref the privacy notice in the page's language
 */
export function WhitepaperForm({ privacyHref }: { privacyHref: string }) {
  const t = useTranslations("whitepaper");
  const forms = useTranslations("forms");
  const locale = useLocale();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sent, setSent] = useState(false);
  const [captchaConfig, setCaptchaConfig] = useState<CaptchaConfig | null>(null);
  const form = useZodForm(whitepaperRequestSchema);
  const { errors, submitCount, isSubmitting } = form.formState;
  const captcha = useCaptcha(captchaConfig, {
    error: errors.captcha?.message,
    onAnswered: () => form.clearErrors("captcha"),
  });
  // Asked once, when the first field is entered: nothing of a third party comes to who only reads.
  const asked = useRef(false);
  function askCaptcha() {
    if (asked.current) return;
    asked.current = true;
    captchaOfSite().then(setCaptchaConfig, () => {
      asked.current = false;
    });
  }

  const onSubmit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      if (captcha.asked && !captcha.answer()) throw new ApiError("captcha_failed", 0);
      await call(requestWhitepaper, { locale, body: { ...values, captcha: captcha.answer() } });
      setSent(true);
      // A full load: that page stands under a policy of its own.
      window.location.assign(pathFor({ locale, path: "/thankyou-page" }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, fields } = error;
      setFieldErrors(form, code === "captcha_failed" ? { captcha: code } : fields);
      setFailure(error);
      captcha.reset();
    }
  });

  const names = [
    { name: "first_name", label: t("firstName"), autoComplete: "given-name" },
    { name: "last_name", label: t("lastName"), autoComplete: "family-name" },
    { name: "email", label: t("email"), autoComplete: "email", type: "email", limit: EMAIL_MAX },
    { name: "company", label: t("company"), autoComplete: "organization" },
    { name: "role", label: t("role"), autoComplete: "organization-title" },
  ] as const;
  const items = summaryItems(errors, [
    ...names.map(({ name, label }) => ({
      name,
      label,
      limit: name === "email" ? EMAIL_MAX : NAME_MAX,
    })),
    { name: "privacy", label: t("privacyLabel") },
    { name: "captcha", label: forms("captcha.label") },
  ]);

  return (
    <div className={styles.stack}>
      <ErrorSummary
        heading={failure ? t("failed") : t("checkFields")}
        items={items}
        attempt={submitCount}
      />
      {failure && items.length === 0 && (
        <FormAlert heading={t("failed")} code={failure.code}>
          {failure.retryAfter !== null && (
            <p>{t("retryIn", { minutes: Math.ceil(failure.retryAfter / SECONDS_PER_MINUTE) })}</p>
          )}
        </FormAlert>
      )}
      <form
        className={styles.fields}
        method="post"
        noValidate
        onSubmit={onSubmit}
        onFocus={askCaptcha}
      >
        {names.map(({ name, ...field }) => (
          <TextField
            key={name}
            limit={NAME_MAX}
            {...field}
            {...form.register(name)}
            error={errors[name]?.message}
          />
        ))}
        <Ground className={styles.whole} />
        <div className={styles.consents}>
          <Checkbox
            label={
              <span>
                {t.rich("privacy", {
                  // Another tab: what was typed here stays.
                  pdf: (words) => (
                    <a href={privacyHref} target="_blank" rel="noreferrer">
                      {words}
                    </a>
                  ),
                })}
              </span>
            }
            {...form.register("privacy")}
            error={errors.privacy?.message}
          />
          <Checkbox
            label={t("newsletter")}
            help={t("newsletterHelp")}
            {...form.register("newsletter")}
          />
        </div>
        {captcha.field && <div className={styles.whole}>{captcha.field}</div>}
        <Button
          type="submit"
          wide
          leads
          busy={isSubmitting || sent}
          busyLabel={t("busy")}
          className={styles.whole}
        >
          {t("submit")}
        </Button>
      </form>
    </div>
  );
}

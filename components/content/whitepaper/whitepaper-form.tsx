"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { CaptchaConfig } from "@/components/forms/captcha/captcha-config";
import { useCaptcha } from "@/components/forms/captcha/use-captcha";
import { ErrorSummary } from "@/components/forms/error-summary";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { describeFields, setFieldErrors } from "@/components/forms/form-errors";
import { useFormSubmit, useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
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
 * Form that requests the whitepaper. The link to the whitepaper arrives by email.
 *
 * @param privacyHref the web privacy policy in the page's language
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
  // Load the captcha once, when a form field first gets the focus. Visitors who only read contact no third party.
  const asked = useRef(false);
  function askCaptcha() {
    if (asked.current) return;
    asked.current = true;
    captchaOfSite().then(setCaptchaConfig, () => {
      asked.current = false;
    });
  }

  const onSubmit = useFormSubmit(form, async (values) => {
    setFailure(null);
    try {
      if (captcha.asked && !captcha.answer()) throw new ApiError("captcha_failed", 0);
      await call(requestWhitepaper, { locale, body: { ...values, captcha: captcha.answer() } });
      setSent(true);
      // The thank-you page has a separate content security policy, so it needs a full page load.
      window.location.assign(pathFor({ locale, path: "/thankyou-page" }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, fields } = error;
      setFieldErrors(form, code === "captcha_failed" ? { captcha: code } : fields);
      setFailure(error);
      captcha.reset();
    }
  });

  const { items, field } = describeFields(form, {
    first_name: { label: t("firstName"), limit: NAME_MAX },
    last_name: { label: t("lastName"), limit: NAME_MAX },
    email: { label: t("email"), limit: EMAIL_MAX },
    company: { label: t("company"), limit: NAME_MAX },
    role: { label: t("role"), limit: NAME_MAX },
    privacy: { label: t("privacyLabel") },
    captcha: { label: forms("captcha.label") },
  });

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
        <TextField autoComplete="given-name" {...field("first_name")} />
        <TextField autoComplete="family-name" {...field("last_name")} />
        <TextField type="email" autoComplete="email" {...field("email")} />
        <TextField autoComplete="organization" {...field("company")} />
        <TextField autoComplete="organization-title" {...field("role")} />
        <Ground className={styles.whole} />
        <div className={styles.consents}>
          <Checkbox
            needed
            {...field("privacy")}
            label={
              <span>
                {t.rich("privacy", {
                  // The privacy policy opens in another tab, so that the typed text stays in the form.
                  pdf: (words) => (
                    <a href={privacyHref} target="_blank" rel="noreferrer">
                      {words}
                    </a>
                  ),
                })}
              </span>
            }
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

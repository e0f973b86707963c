"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/checkbox";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormAlert } from "@/components/forms/form-alert";
import { setFieldErrors, summaryItems } from "@/components/forms/form-errors";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { Ground } from "@/components/ui/ground";
import { EMAIL_MAX, NAME_MAX } from "@/contract/fields";
import { requestWhitepaper, whitepaperRequestSchema } from "@/contract/forms";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
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
  const locale = useLocale();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sent, setSent] = useState(false);
  const form = useZodForm(whitepaperRequestSchema);
  const { errors, submitCount, isSubmitting } = form.formState;

  const onSubmit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call(requestWhitepaper, { locale, body });
      setSent(true);
      // A full load: that page stands under a policy of its own.
      window.location.assign(pathFor({ locale, path: "/thankyou-page" }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFieldErrors(form, error.fields);
      setFailure(error);
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
      <form className={styles.fields} method="post" noValidate onSubmit={onSubmit}>
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

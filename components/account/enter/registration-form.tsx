"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import type { CaptchaConfig } from "@/components/forms/captcha/captcha-config";
import { useCaptcha } from "@/components/forms/captcha/use-captcha";
import { ErrorSummary } from "@/components/forms/error-summary";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { PasswordField } from "@/components/forms/fields/password-field";
import { TextField } from "@/components/forms/fields/text-field";
import { describeFields } from "@/components/forms/form-errors";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/actions/button";
import { GoLink } from "@/components/ui/actions/go-link";
import { Ground } from "@/components/ui/ground";
import { EMAIL_MAX, newPasswordSchema, PASSWORD_MAX } from "@/contract/fields";
import { registrationSchema } from "@/contract/users/user-schemas";
import { register } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { PageLink } from "@/lib/i18n/page-link";
import type { SocialKeys } from "@/lib/social-keys";
import { LinkAccountForm } from "../social/link-account-form";
import type { ProviderPayload } from "../social/provider-payload";
import { SocialSignIn } from "../social/social-sign-in";
import { useSubmit } from "../use-submit";
import styles from "./account-form.module.css";
import { PasswordStrength } from "./password-strength";
import { InterestField, NameFields, NewsletterBox, usePersonFields } from "./person-fields";
import { Refusal } from "./refusal";
import { rememberRegistered } from "./registered-email";

const schema = registrationSchema.extend({ password: newPasswordSchema });

/**
 * Opens an account; the next page asks the person to confirm the address.
 *
 * @param privacyHref the privacy notice in the page's language
 * @param webPrivacyHref the site's own privacy policy, likewise
 * @param captcha what the form's captcha is configured with; null when it is off
 * @param social the configured providers, null when there is none
 * @param next where a provider's sign-in leads
 */
export function RegistrationForm({
  privacyHref,
  webPrivacyHref,
  captcha: captchaConfig,
  social,
  next,
}: {
  privacyHref: string;
  webPrivacyHref: string;
  captcha: CaptchaConfig | null;
  social: SocialKeys | null;
  next: string;
}) {
  const t = useTranslations("registration");
  const account = useTranslations("account");
  const forms = useTranslations("forms");
  const locale = useLocale();
  const router = useRouter();
  const form = useZodForm(schema);
  const { errors, submitCount } = form.formState;
  const [toLink, setToLink] = useState<ProviderPayload | null>(null);
  const captcha = useCaptcha(captchaConfig, {
    error: errors.captcha?.message,
    onAnswered: () => form.clearErrors("captcha"),
  });
  const { onSubmit, failure, busy, done } = useSubmit(
    form,
    async (values) => {
      if (captcha.asked && !captcha.answer()) throw new ApiError("captcha_failed", 0);
      await call(register, { locale, body: { ...values, captcha: captcha.answer() } });
      rememberRegistered(values.email);
      router.push("/thankyou-page-registration");
    },
    captcha.reset,
  );
  const [password = "", ...own] = useWatch({
    control: form.control,
    name: ["password", "first_name", "last_name", "email"],
  });
  const person = usePersonFields();
  const { items, field } = describeFields(form, {
    first_name: person.first_name,
    last_name: person.last_name,
    email: { label: account("email"), limit: EMAIL_MAX },
    password: { label: account("password"), limit: PASSWORD_MAX },
    interest: person.interest,
    privacy: { label: t("privacyLabel") },
    captcha: { label: forms("captcha.label") },
  });

  // Replaces this form: two password fields on one page would be one too many.
  if (toLink) {
    return <LinkAccountForm payload={toLink} next={next} onBack={() => setToLink(null)} />;
  }
  return (
    <div className={styles.stack}>
      <ErrorSummary
        heading={failure ? t("failed") : account("checkFields")}
        items={items}
        attempt={submitCount}
      />
      {items.length === 0 && <Refusal heading={t("failed")} failure={failure} />}
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <NameFields first={field("first_name")} last={field("last_name")} />
        <TextField type="email" autoComplete="email" {...field("email")} />
        <PasswordField
          autoComplete="new-password"
          strength={<PasswordStrength password={password} own={own.filter(Boolean).join(" ")} />}
          {...field("password")}
        />
        <InterestField field={field("interest")} />
        <Ground />
        <div className={styles.consents}>
          <Checkbox
            {...field("privacy")}
            label={
              <span>
                {t.rich("privacy", {
                  pdf: (words) => <PdfLink href={privacyHref}>{words}</PdfLink>,
                })}
              </span>
            }
          />
          <NewsletterBox field={form.register("newsletter")} />
          <p className={styles.note}>
            {t.rich("webPrivacy", {
              pdf: (words) => <PdfLink href={webPrivacyHref}>{words}</PdfLink>,
            })}
          </p>
        </div>
        {captcha.field}
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </form>
      {social && (
        <SocialSignIn keys={social} next={next} privacyHref={privacyHref} onLink={setToLink} />
      )}
      <p className={styles.other}>
        {t("haveAccount")}
        <GoLink component={PageLink} href="/login">
          {t("login")}
        </GoLink>
      </p>
    </div>
  );
}

/** In another tab: what was typed here stays. */
function PdfLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

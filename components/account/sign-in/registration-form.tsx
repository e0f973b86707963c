"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import type { CaptchaConfig } from "@/components/forms/captcha/captcha-config";
import { useCaptcha } from "@/components/forms/captcha/use-captcha";
import { ErrorSummary } from "@/components/forms/error-summary";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { PasswordField } from "@/components/forms/fields/password-field";
import { TextField } from "@/components/forms/fields/text-field";
import { describeFields } from "@/components/forms/form-errors";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Ground } from "@/components/ui/ground";
import { EMAIL_MAX, newPasswordSchema, PASSWORD_MAX } from "@/contract/fields";
import type { Language } from "@/contract/languages";
import { nextSchema, registrationSchema } from "@/contract/users/user-schemas";
import { register } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { PageLink } from "@/lib/i18n/page-link";
import { placeOf } from "@/lib/routes/path";
import { withNext } from "@/lib/routes/safe-next";
import type { SocialKeys } from "@/lib/social-sign-in";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import type { ProviderPayload } from "../social/provider-payload";
import { SocialSignIn } from "../social/social-sign-in";
import { useSubmit } from "../use-submit";
import { CodeForm } from "./code-form";
import { LinkAccountForm } from "./link-account-form";
import { PasswordStrength } from "./password-strength";
import { InterestField, NameFields, NewsletterBox, usePersonFields } from "./person-fields";
import { registered, rememberRegistered } from "./registered";
import { seemsWeak } from "./score-password";

const fields = registrationSchema.extend({ password: newPasswordSchema });

/**
 * Builds the form schema with the check of the password's strength. With the option `when`, the check runs even if
 * other fields have errors.
 */
function schemaIn(locale: Language) {
  return fields.refine(
    async ({ password = "", first_name, last_name, email }: Partial<z.output<typeof fields>>) => {
      const own = [first_name, last_name, email].filter((word) => word !== undefined);
      return password === "" || !(await seemsWeak(password, own, locale));
    },
    { error: "weak_password", path: ["password"], when: () => true },
  );
}

/**
 * Form that creates an account. The next page asks the person to confirm the address.
 *
 * @param privacyHref the web privacy policy in the page's language
 * @param captcha the configuration of the captcha; null when it is off
 * @param social the configured providers; null when there are none
 * @param next the path to open after sign-in, already checked to belong to this site
 * @param interrupted true if the person tried to open `next` before; the confirmation mail and the link to the sign-in
 * then also lead to `next`
 */
export function RegistrationForm({
  privacyHref,
  captcha: captchaConfig,
  social,
  next,
  interrupted,
}: {
  privacyHref: string;
  captcha: CaptchaConfig | null;
  social: SocialKeys | null;
  next: string;
  interrupted: boolean;
}) {
  const t = useTranslations("registration");
  const account = useTranslations("account");
  const forms = useTranslations("forms");
  const locale = useLocale();
  const router = useRouter();
  // After the link "wrong address? change it", restore all fields except the password and the privacy checkbox.
  const [typed] = useState(registered);
  const schema = useMemo(() => schemaIn(locale), [locale]);
  const form = useZodForm(schema, typed && { defaultValues: typed });
  const { errors, submitCount } = form.formState;
  const [toLink, setToLink] = useState<ProviderPayload | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const captcha = useCaptcha(captchaConfig, {
    error: errors.captcha?.message,
    onAnswered: () => form.clearErrors("captcha"),
  });
  const { onSubmit, failure, busy, done } = useSubmit(
    form,
    async (values) => {
      if (captcha.asked && !captcha.answer()) throw new ApiError("captcha_failed", 0);
      const body = { ...values, captcha: captcha.answer(), ...(interrupted && goingTo(next)) };
      await call(register, { locale, body });
      const { first_name, last_name, email, interest, newsletter } = values;
      const going = interrupted ? next : "";
      rememberRegistered({ first_name, last_name, email, interest, newsletter, going });
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

  // Show the form that links the provider instead of this form, so that the page has only one password field.
  if (toLink) {
    return <LinkAccountForm payload={toLink} next={next} onBack={() => setToLink(null)} />;
  }
  if (challenge !== null) {
    const back = () => setChallenge(null);
    const goOn = () => window.location.assign(next);
    return <CodeForm challenge={challenge} onEntered={goOn} onBack={back} />;
  }
  return (
    <div className={styles.stack}>
      <ErrorSummary
        heading={failure ? t("failed") : account("checkFields")}
        items={items}
        attempt={submitCount}
      />
      {items.length === 0 && <Refusal heading={t("failed")} failure={failure} />}
      {interrupted && <p>{t("toContinue")}</p>}
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
            needed
            {...field("privacy")}
            label={
              <span>
                {t.rich("privacy", {
                  // Open the privacy policy in another tab, so that the typed text stays in the form.
                  pdf: (words) => (
                    <a href={privacyHref} target="_blank" rel="noreferrer">
                      {words}
                    </a>
                  ),
                })}
              </span>
            }
          />
          <NewsletterBox field={form.register("newsletter")} />
        </div>
        {captcha.field}
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </form>
      {social && (
        <SocialSignIn
          keys={social}
          next={next}
          privacyHref={privacyHref}
          onLink={setToLink}
          onCode={setChallenge}
        />
      )}
      <p className={styles.other}>
        {t("haveAccount")}
        <GoLink component={PageLink} href={withNext("/login", interrupted ? next : "")}>
          {t("login")}
        </GoLink>
      </p>
    </div>
  );
}

/**
 * Returns `{ next }` with the path that the link in the confirmation mail opens. Returns an empty object if the path is
 * not a page of the private area.
 */
function goingTo(next: string): { next?: string } {
  const { pathname } = new URL(next, window.location.origin);
  const page = nextSchema.safeParse(placeOf(pathname).path);
  return page.success ? { next: page.data } : {};
}

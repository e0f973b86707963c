"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { PasswordField } from "@/components/forms/password-field";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { GoLink } from "@/components/ui/go-link";
import { EMAIL_MAX, passwordSchema, requiredLine } from "@/contract/fields";
import { openSession } from "@/lib/api/open-session";
import { PageLink } from "@/lib/i18n/page-link";
import type { SocialKeys } from "@/lib/social-keys";
import styles from "./account-form.module.css";
import { LinkAccountForm } from "./link-account-form";
import type { ProviderPayload } from "./provider-payload";
import { Refusal } from "./refusal";
import { ResendForm } from "./resend-form";
import { SocialSignIn } from "./social-sign-in";
import { useSubmit } from "./use-submit";

/** The address is not judged here: what the account was opened with is what opens it. */
const signInSchema = z.object({ email: requiredLine(EMAIL_MAX), password: passwordSchema });

/**
 * Signs in, then goes on by a full load: the private area has a policy of its own.
 *
 * @param next where to go afterwards, already known to be a path of this site
 * @param interrupted somebody was on the way to `next` and is told so
 * @param social the configured providers, null when there is none
 * @param privacyHref the privacy notice in the page's language
 */
export function LoginForm({
  next,
  interrupted,
  social,
  privacyHref,
}: {
  next: string;
  interrupted: boolean;
  social: SocialKeys | null;
  privacyHref: string;
}) {
  const t = useTranslations("login");
  const account = useTranslations("account");
  // No default values: what a password manager filled in before the script came stays.
  const form = useZodForm(signInSchema, { shouldFocusError: true });
  const { errors } = form.formState;
  const [toLink, setToLink] = useState<ProviderPayload | null>(null);
  const { onSubmit, failure, busy, done } = useSubmit(form, async (credentials) => {
    await openSession(credentials);
    window.location.assign(next);
  });

  // In this form's place: two passwords on one page would be one too many.
  if (toLink) {
    return <LinkAccountForm payload={toLink} next={next} onBack={() => setToLink(null)} />;
  }
  return (
    <div className={styles.stack}>
      {interrupted && <p>{t("toContinue")}</p>}
      <Refusal heading={t("failed")} failure={failure} />
      {failure?.code === "email_not_confirmed" && <ResendForm email={form.getValues("email")} />}
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label={account("email")}
          type="email"
          autoComplete="username"
          {...form.register("email")}
          error={errors.email?.message}
        />
        <PasswordField
          label={account("password")}
          autoComplete="current-password"
          {...form.register("password")}
          error={errors.password?.message}
        />
        <PageLink className={styles.forgot} href="/login/password-recovery">
          {t("forgot")}
        </PageLink>
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </form>
      {social && (
        <SocialSignIn keys={social} next={next} privacyHref={privacyHref} onLink={setToLink} />
      )}
      <p className={styles.other}>
        {t("noAccount")}
        <GoLink component={PageLink} href="/registration">
          {t("register")}
        </GoLink>
      </p>
    </div>
  );
}

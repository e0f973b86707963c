"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { EMAIL_MAX, passwordSchema, requiredLine } from "@/contract/fields";
import { challengeOf, openSession } from "@/lib/browser/open-session";
import { PageLink } from "@/lib/i18n/page-link";
import { withNext } from "@/lib/routes/safe-next";
import type { SocialKeys } from "@/lib/social-sign-in";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { PasskeySignIn } from "../security/passkey-sign-in";
import type { ProviderPayload } from "../social/provider-payload";
import { SocialSignIn } from "../social/social-sign-in";
import { useSubmit } from "../use-submit";
import { CodeForm } from "./code-form";
import { LinkAccountForm } from "./link-account-form";
import { ResendForm } from "./resend-form";

/**
 * The schema accepts any text as the address, because older accounts can have an address that the current schema
 * rejects.
 */
const signInSchema = z.object({ email: requiredLine(EMAIL_MAX), password: passwordSchema });

/** Warns that sign-in does not work without cookies, before the user types a password. */
function CookiesNeeded() {
  const t = useTranslations("login.cookies");
  const isReady = useHydrated();
  if (!isReady || navigator.cookieEnabled) return null;
  return (
    <Banner role="alert" title={t("title")}>
      {t("text")}
    </Banner>
  );
}

/**
 * Form to sign in. Afterwards the browser loads the next page as a new page, because the private area has a separate
 * content security policy.
 *
 * @param next the path to open afterwards, already checked to belong to this site
 * @param interrupted shows that the user must sign in before opening `next`
 * @param social the configured providers; null when there are none
 * @param privacyHref the web privacy policy in the page's language
 * @param contactMail the contact address for owners of closed accounts
 */
export function LoginForm({
  next,
  interrupted,
  social,
  privacyHref,
  contactMail,
}: {
  next: string;
  interrupted: boolean;
  social: SocialKeys | null;
  privacyHref: string;
  contactMail: string;
}) {
  const t = useTranslations("login");
  const account = useTranslations("account");
  // Set no default values. A password manager can fill in the fields before hydration, and default values would
  // overwrite its text.
  const form = useZodForm(signInSchema, { shouldFocusError: true });
  const { errors } = form.formState;
  const [toLink, setToLink] = useState<ProviderPayload | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const goOn = () => window.location.assign(next);
  const { onSubmit, failure, busy, done } = useSubmit(form, async (credentials) => {
    const asked = await challengeOf(() => openSession(credentials));
    if (asked === null) return goOn();
    setChallenge(asked);
  });

  // Show the form that links the provider instead of this form, so that the page has only one password field.
  if (toLink) {
    return <LinkAccountForm payload={toLink} next={next} onBack={() => setToLink(null)} />;
  }
  if (challenge !== null) {
    const again = () => window.location.reload();
    return <CodeForm challenge={challenge} onEntered={goOn} onBack={again} />;
  }
  return (
    <div className={styles.stack}>
      <CookiesNeeded />
      {interrupted && <p>{t("toContinue")}</p>}
      <Refusal heading={t("failed")} failure={failure}>
        {failure?.code === "account_deactivated" && (
          <p>
            {t.rich("closedHelp", {
              mail: () => <a href={`mailto:${contactMail}`}>{contactMail}</a>,
            })}
          </p>
        )}
      </Refusal>
      {failure?.code === "email_not_confirmed" && <ResendForm email={form.getValues("email")} />}
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label={account("email")}
          type="email"
          autoComplete="username webauthn"
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
      <PasskeySignIn next={next} />
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
        {t("noAccount")}
        <GoLink component={PageLink} href={withNext("/registration", interrupted ? next : "")}>
          {t("register")}
        </GoLink>
      </p>
    </div>
  );
}

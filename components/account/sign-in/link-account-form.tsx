"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { passwordSchema } from "@/contract/fields";
import { linkProvider } from "@/contract/users/own-account";
import { prove } from "@/contract/users/passkeys";
import { PROVIDER_NAMES } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { challengeOf, openSession } from "@/lib/browser/open-session";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import type { ProviderPayload } from "../social/provider-payload";
import { useSubmit } from "../use-submit";
import { CodeForm } from "./code-form";
import { Outcome } from "./outcome";

const linkSchema = z.object({ password: passwordSchema });

/**
 * Form that links a sign-in provider to an existing account with the same email address. The user types the account's
 * password to prove ownership of the account. Afterwards the user can sign in with the provider.
 */
export function LinkAccountForm({
  payload,
  next,
  onBack,
}: {
  payload: ProviderPayload;
  next: string;
  onBack: () => void;
}) {
  const t = useTranslations("social.link");
  const login = useTranslations("login");
  const account = useTranslations("account");
  const locale = useLocale();
  const [inside, setInside] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useZodForm(linkSchema, { shouldFocusError: true });
  const provider = PROVIDER_NAMES[payload.provider];
  const email = payload.email ?? "";

  const { onSubmit, failure, busy, done } = useSubmit(form, async ({ password }) => {
    const asked = await challengeOf(() => openSession({ email, password }));
    if (asked !== null) return setChallenge(asked);
    // Linking requires re-authentication. A sign-in with only a password does not count as re-authentication, so
    // re-authenticate with the password first. A sign-in with a second-factor code counts.
    await call(prove, { locale, body: { password } });
    await link();
  });

  async function link() {
    try {
      await call(linkProvider, { locale, body: payload });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.error("social sign-in:", error.code);
      return setInside(true);
    }
    window.location.assign(next);
  }

  if (inside) {
    return (
      <Outcome title={t("onlySignedIn", { provider })}>
        <p>{t("onlySignedInHelp", { provider })}</p>
        <ButtonLink href={next}>{t("goOn")}</ButtonLink>
      </Outcome>
    );
  }
  if (challenge !== null) {
    return <CodeForm challenge={challenge} onEntered={link} onBack={onBack} />;
  }
  return (
    <Outcome title={t("title")}>
      <p>{t("lead", { email, provider })}</p>
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <Refusal heading={login("failed")} failure={failure} />
        {/* The hidden field shows password managers to which account the password belongs. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={account("password")}
          autoComplete="current-password"
          {...form.register("password")}
          error={form.formState.errors.password?.message}
        />
        <PageLink className={styles.forgot} href="/login/password-recovery">
          {login("forgot")}
        </PageLink>
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
        <Button variant="secondary" wide onClick={onBack}>
          {t("back")}
        </Button>
      </form>
      <p className={styles.note}>{t("noPassword", { provider })}</p>
    </Outcome>
  );
}

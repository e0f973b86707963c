"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { ApiError } from "@/lib/api/error";
import { challengeOf, openSession } from "@/lib/browser/open-session";
import type { SocialKeys } from "@/lib/social-sign-in";
import { Refusal } from "../refusal";
import { ProviderButtons } from "./provider-buttons";
import type { ProviderPayload } from "./provider-payload";
import styles from "./social-sign-in.module.css";

/**
 * Buttons to sign in with a provider. The first sign-in creates an account.
 *
 * @param next the path to open afterwards, already checked to belong to this site
 * @param privacyHref the web privacy policy in the page's language: a first sign-in creates an account
 * @param onCode called when the account has a second factor: CodeForm asks for it
 * @param onLink called when an account has the address already: LinkAccountForm asks for its password
 */
export function SocialSignIn({
  keys,
  next,
  privacyHref,
  onLink,
  onCode,
}: {
  keys: SocialKeys;
  next: string;
  privacyHref: string;
  onLink: (payload: ProviderPayload) => void;
  onCode: (challenge: string) => void;
}) {
  const t = useTranslations("social");
  const locale = useLocale();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  async function signIn(payload: ProviderPayload) {
    setFailure(null);
    setBusy(true);
    try {
      const challenge = await challengeOf(() => openSession(payload, locale));
      if (challenge !== null) return onCode(challenge);
      // Load the next page as a new page, because the private area has a separate content security policy. The button
      // stays busy until then.
      window.location.assign(next);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      // Log the failed sign-in (rule account.social-failures) and show the error.
      console.error("social sign-in:", error.code);
      if (error.code === "link_required") onLink(payload);
      else setFailure(error);
    }
  }

  const noAddress = failure?.fields.email === "required";
  return (
    <section className={styles.social} aria-label={t("title")}>
      <p className={styles.or}>
        <span>{t("or")}</span>
      </p>
      {noAddress ? (
        <FormAlert heading={t("noAddress")}>
          <p>{t("noAddressHelp")}</p>
        </FormAlert>
      ) : (
        <Refusal heading={t("failed")} failure={failure}>
          <p>{t("failedHelp")}</p>
        </Refusal>
      )}
      <ProviderButtons keys={keys} busy={busy} onAnswer={signIn} />
      <p className={styles.note}>
        {t.rich("privacy", {
          // Open the privacy policy in another tab, so that the typed text stays in the form.
          pdf: (words) => (
            <a href={privacyHref} target="_blank" rel="noreferrer">
              {words}
            </a>
          ),
        })}
      </p>
    </section>
  );
}

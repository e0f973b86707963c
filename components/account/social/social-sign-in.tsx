"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { ApiError } from "@/lib/api/error";
import { challengeOf, openSession } from "@/lib/api/session/open-session";
import type { SocialKeys } from "@/lib/social-keys";
import { Refusal } from "../enter/refusal";
import { ProviderButtons } from "./provider-buttons";
import type { ProviderPayload } from "./provider-payload";
import styles from "./social-sign-in.module.css";

/**
 * Signing in, or opening an account, with a provider.
 *
 * @param next where to go afterwards, already checked to be a path of this site
 * @param privacyHref the web privacy policy in the page's language: a first sign-in opens an account
 * @param onCode the account has a second factor: CodeForm asks for it
 * @param onLink the address already has an account: LinkAccountForm asks for its password
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
      // A full page load: the private area has its own policy. The button stays busy meanwhile.
      window.location.assign(next);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      // Logged (rule account.social-failures), and shown.
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
          // Another tab: what was typed here stays.
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

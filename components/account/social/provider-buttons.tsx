"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { PROVIDER_NAMES } from "@/contract/users/user-schemas";
import type { SocialKeys } from "@/lib/social-sign-in";
import styles from "./provider-buttons.module.css";
import type { ProviderPayload } from "./provider-payload";
import type { Trouble } from "./provider-trouble";

// Load the provider's button on the first press, so that people who do not use a provider never download its code.
const GoogleButton = dynamic(() => import("./google-button").then((it) => it.GoogleButton), {
  ssr: false,
});
const FacebookButton = dynamic(() => import("./facebook-button").then((it) => it.FacebookButton), {
  ssr: false,
});

type Provider = ProviderPayload["provider"];

/**
 * Renders a button for each configured sign-in provider. Nothing loads from a provider before its button is pressed.
 *
 * @param only the one provider to link to an account; without it, all configured providers, for sign-in
 * @param busy a provider's answer is being processed
 * @param onAnswer receives a provider's answer; if the provider fails before it answers, this component shows the error
 */
export function ProviderButtons({
  keys,
  only,
  busy = false,
  onAnswer,
}: {
  keys: SocialKeys;
  only?: Provider;
  busy?: boolean;
  onAnswer: (payload: ProviderPayload) => void;
}) {
  const t = useTranslations("social");
  const [asked, setAsked] = useState<Provider | null>(null);
  const [pressAgain, setPressAgain] = useState(false);
  const [trouble, setTrouble] = useState<{ provider: Provider; what: Trouble } | null>(null);
  const { googleClientId, facebookAppId, nonce } = keys;
  const shown = (provider: Provider) => !only || only === provider;

  function ask(provider: Provider) {
    setTrouble(null);
    setAsked(provider);
  }

  const told = (provider: Provider) => ({
    nonce,
    onAnswer(payload: ProviderPayload) {
      setTrouble(null);
      onAnswer(payload);
    },
    onTrouble(what: Trouble) {
      // Log the provider's failure (rule account.social-failures) and show it.
      console.error(`social sign-in: ${provider} ${what}`);
      setTrouble({ provider, what });
      if (what === "blocked") setAsked(null);
    },
  });

  function button(provider: Provider, press: () => void, waiting = false) {
    return (
      <Button
        variant="secondary"
        wide
        centred
        busy={busy || waiting}
        busyLabel={t("wait")}
        onClick={press}
      >
        {t(only ? "add" : "continue", { provider: PROVIDER_NAMES[provider] })}
      </Button>
    );
  }

  return (
    <div className={styles.stack}>
      {trouble && (
        <FormAlert heading={t(trouble.what, { provider: PROVIDER_NAMES[trouble.provider] })}>
          <p>{t(`${trouble.what}Help`)}</p>
        </FormAlert>
      )}
      <div className={styles.buttons}>
        {googleClientId && shown("google") && button("google", () => ask("google"))}
        {facebookAppId &&
          shown("facebook") &&
          (asked === "facebook" ? (
            <FacebookButton
              appId={facebookAppId}
              onUncounted={() => setPressAgain(true)}
              {...told("facebook")}
            >
              {(press, waiting) => {
                function again() {
                  setTrouble(null);
                  setPressAgain(false);
                  press();
                }
                return button("facebook", again, waiting);
              }}
            </FacebookButton>
          ) : (
            button("facebook", () => ask("facebook"))
          ))}
      </div>
      {pressAgain && <p role="status">{t("facebookNext")}</p>}
      {asked === "google" && googleClientId && (
        <section className={styles.google} aria-label={PROVIDER_NAMES.google}>
          <p role="status">{t("googleNext")}</p>
          <GoogleButton clientId={googleClientId} {...told("google")} />
        </section>
      )}
    </div>
  );
}

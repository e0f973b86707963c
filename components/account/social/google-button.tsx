"use client";

import { GoogleLogin, GoogleOAuthProvider } from "@react-oauth/google";
import { useLocale } from "next-intl";
import { googlePayload, type ProviderPayload } from "./provider-payload";
import type { Trouble } from "./provider-trouble";

/** Pixels: Google draws its button in a frame of its own, which has to fit a screen of 320. */
const WIDTH = 240;

/**
 * Google's own button, which nobody else may draw: with it comes Google's script, so it is shown only
 * to people who asked for it.
 */
export function GoogleButton({
  clientId,
  nonce,
  onAnswer,
  onTrouble,
}: {
  clientId: string;
  nonce: string | undefined;
  onAnswer: (payload: ProviderPayload) => void;
  onTrouble: (trouble: Trouble) => void;
}) {
  const locale = useLocale();
  return (
    <GoogleOAuthProvider
      clientId={clientId}
      locale={locale}
      {...(nonce && { nonce })}
      onScriptLoadError={() => onTrouble("blocked")}
    >
      <GoogleLogin
        onSuccess={({ credential }) => {
          if (credential) onAnswer(googlePayload(credential));
          else onTrouble("refused");
        }}
        onError={() => onTrouble("refused")}
        text="continue_with"
        shape="square"
        width={WIDTH}
      />
    </GoogleOAuthProvider>
  );
}

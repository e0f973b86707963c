"use client";

import { GoogleLogin, GoogleOAuthProvider } from "@react-oauth/google";
import { useLocale } from "next-intl";
import { googlePayload, type ProviderPayload } from "./provider-payload";
import type { Trouble } from "./provider-trouble";

/** Width of Google's button in pixels. Google renders it in an iframe, which must fit a 320 px screen. */
const WIDTH = 240;

/**
 * Renders Google's own button, because Google's terms allow no other button. The button loads Google's script, so it
 * appears only after the user has chosen Google.
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

"use client";

import { useLocale } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import FacebookLogin, {
  type RenderProps,
} from "react-facebook-login/dist/facebook-login-render-props";
import { loadFacebook } from "./load-facebook";
import { type FacebookPerson, facebookPayload, type ProviderPayload } from "./provider-payload";
import type { Trouble } from "./provider-trouble";

/**
 * Renders this site's button for sign-in with Facebook. The first press loads Facebook's script and opens its window.
 * If loading takes too long, the browser would block the window, so only the next press opens it.
 *
 * @param onUncounted called when the script has loaded too late for the first press to open the window
 * @param children renders the button, busy while the script loads or the window is open
 */
export function FacebookButton({
  appId,
  nonce,
  onAnswer,
  onTrouble,
  onUncounted,
  children,
}: {
  appId: string;
  nonce: string | undefined;
  onAnswer: (payload: ProviderPayload) => void;
  onTrouble: (trouble: Trouble) => void;
  onUncounted: () => void;
  children: (press: () => void, busy: boolean) => ReactNode;
}) {
  const locale = useLocale();
  const [ready, setReady] = useState(false);
  const blocked = useEffectEvent(() => onTrouble("blocked"));

  useEffect(() => {
    loadFacebook(appId, locale, nonce).then(
      () => setReady(true),
      () => blocked(),
    );
  }, [appId, locale, nonce]);

  if (!ready) return children(() => undefined, true);
  return (
    <FacebookLogin
      appId={appId}
      scope="public_profile,email"
      fields="id,email,first_name,last_name,name"
      disableMobileRedirect
      callback={(answer) => {
        if ("accessToken" in answer) onAnswer(facebookPayload(answer as FacebookPerson));
        else onTrouble("refused");
      }}
      onFailure={() => onTrouble("refused")}
      render={(library) => (
        <Pressed library={library} onUncounted={onUncounted}>
          {children}
        </Pressed>
      )}
    />
  );
}

/**
 * Repeats the user's press automatically after Facebook's script has loaded, if the browser still counts the press as
 * recent.
 */
function Pressed({
  library: { onClick, isProcessing, isSdkLoaded },
  onUncounted,
  children,
}: {
  library: RenderProps;
  onUncounted: () => void;
  children: (press: () => void, busy: boolean) => ReactNode;
}) {
  const done = useRef(false);
  useEffect(() => {
    if (!isSdkLoaded || done.current) return;
    done.current = true;
    if (navigator.userActivation?.isActive) onClick();
    else onUncounted();
  }, [isSdkLoaded, onClick, onUncounted]);
  return children(onClick, isProcessing);
}

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
 * Facebook's sign-in behind a button of ours. It mounts on the first press, loads Facebook's script
 * and opens its window; where the browser no longer counts the press (loading took too long), the
 * next press opens it.
 *
 * @param onUncounted the script is there, but the press that brought it does not count any more
 * @param children draws the button, busy while the script loads or the window is open
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

/** Presses once by itself: for the press that brought the script. */
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

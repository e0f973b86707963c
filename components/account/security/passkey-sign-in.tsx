"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { type Assertion, passkeyLoginOptions } from "@/contract/users/passkeys";
import { call } from "@/lib/api/call";
import { openSession } from "@/lib/browser/open-session";
import { offerPasskeys, signWithPasskey } from "@/lib/browser/passkeys";
import { whenIdle } from "@/lib/browser/when-idle";
import { Refusal } from "../refusal";
import { useAsyncAction } from "../use-async-action";

/**
 * Offers to sign in with a passkey, by a button or by autofill in the email field. The password form always stays
 * available.
 *
 * @param next the path to open afterwards, already checked to belong to this site
 */
export function PasskeySignIn({ next }: { next: string }) {
  const t = useTranslations("login.passkey");
  const login = useTranslations("login");
  const locale = useLocale();
  const { act, busy, failure } = useAsyncAction();
  const [done, setDone] = useState(false);
  const [offers, setOffers] = useState(0);

  const ask = () => call(passkeyLoginOptions, { locale });

  async function enter(sign: () => Promise<Assertion>) {
    const entered = await act(async () => openSession({ passkey: await sign() }));
    // The button's passkey request canceled the autofill request, so start the autofill request again.
    if (!entered) return setOffers((before) => before + 1);
    setDone(true);
    window.location.assign(next);
  }

  const offered = useEffectEvent((passkey: Assertion) => enter(async () => passkey));
  const askNow = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted to begin again
  useEffect(() => {
    let end = () => {};
    const cancel = whenIdle(() => {
      end = offerPasskeys(askNow, offered);
    });
    return () => {
      cancel();
      end();
    };
  }, [offers]);

  return (
    <>
      <Refusal heading={login("failed")} failure={failure} />
      <Button
        variant="secondary"
        wide
        onClick={() => enter(async () => signWithPasskey(await ask()))}
        busy={busy || done}
        busyLabel={t("busy")}
      >
        {t("button")}
      </Button>
    </>
  );
}

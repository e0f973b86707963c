"use client";

import Cookies from "js-cookie";
import { useLocale, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { pathFor } from "@/lib/routes/path";

/** Says only that there is a session; the session itself is in cookies no script can read. */
const HINT_COOKIE = "signed_in";

function subscribe(onChange: () => void) {
  // On returning to the tab: the session may have started or ended in another one.
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** True when the hint cookie is there; false on the server, so that public pages stay prerendered. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => Cookies.get(HINT_COOKIE) === "1",
    () => false,
  );
}

/**
 * "Accedi", or the way to the private area for anyone who is in. A plain link: those pages have their own
 * content security policy, which a client navigation would not bring.
 */
export function SessionLink({ className }: { className?: string | undefined }) {
  const t = useTranslations("header");
  const locale = useLocale();
  const signedIn = useSignedIn();
  return (
    <a className={className} href={pathFor({ locale, path: signedIn ? "/dashboard" : "/login" })}>
      {signedIn ? t("dashboard") : t("login")}
    </a>
  );
}

"use client";

import Cookies from "js-cookie";
import { useLocale, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { pathFor } from "@/lib/routes/path";

/**
 * Name of the cookie that only shows that a session exists. The session itself is in cookies that scripts cannot read.
 */
const HINT_COOKIE = "signed_in";

function subscribe(onChange: () => void) {
  // When the user returns to the tab, check the cookie again, because another tab can start or end the session.
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/**
 * Reports whether the cookie `signed_in` exists. Returns false on the server, so that public pages stay prerendered.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => Cookies.get(HINT_COOKIE) === "1",
    () => false,
  );
}

/**
 * Renders the sign-in link "Accedi", or the link to the private area for signed-in users. Uses a plain link: the
 * private area has a separate content security policy, which client navigation would not apply.
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

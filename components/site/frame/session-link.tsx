"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { markSession } from "@/lib/browser/first-frame";
import { pathFor } from "@/lib/routes/path";

/**
 * Renders the sign-in link "Accedi", and the link to the private area for signed-in users. The stylesheet shows one of
 * them (app/globals.css), so public pages are the same for all visitors. Uses plain links: the private area has a separate
 * content security policy, which client navigation would not apply.
 */
export function SessionLink({ className }: { className?: string | undefined }) {
  const t = useTranslations("header");
  const locale = useLocale();
  useEffect(() => {
    markSession();
    // Another tab can start or end the session, so check the session when the user returns to this tab.
    document.addEventListener("visibilitychange", markSession);
    return () => document.removeEventListener("visibilitychange", markSession);
  }, []);
  return (
    <>
      <a className={className} data-for="signed-out" href={pathFor({ locale, path: "/login" })}>
        {t("login")}
      </a>
      <a className={className} data-for="signed-in" href={pathFor({ locale, path: "/dashboard" })}>
        {t("dashboard")}
      </a>
    </>
  );
}

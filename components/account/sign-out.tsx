"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { showErrorToast } from "@/components/ui/overlays/toast";
import { closeSession } from "@/lib/browser/open-session";
import { loginPath } from "@/lib/routes/guard";

/** Ends the session in the browser and the back end. Then the browser loads /login as a new page. */
export function SignOut() {
  const t = useTranslations("account");
  const locale = useLocale();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await closeSession();
      window.location.assign(loginPath({ locale }));
    } catch {
      setLeaving(false);
      showErrorToast(t("signOutFailed"));
    }
  }

  return (
    <button type="button" onClick={leave} aria-disabled={leaving || undefined}>
      {leaving ? t("signingOut") : t("signOut")}
    </button>
  );
}

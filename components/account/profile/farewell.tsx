"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";

const MARK = "account_deactivated";

/** Remembers, for the next page in this tab, that the account has just been closed. */
export function sayFarewell(): void {
  window.sessionStorage.setItem(MARK, "1");
}

/** "Account disattivato correttamente.", shown once on the page that follows. */
export function Farewell() {
  const t = useTranslations("login");
  const [said, setSaid] = useState(false);
  useEffect(() => {
    if (window.sessionStorage.getItem(MARK) === null) return;
    window.sessionStorage.removeItem(MARK);
    setSaid(true);
  }, []);
  return said ? <Banner role="status" title={t("deactivated")} /> : null;
}

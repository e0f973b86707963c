"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";

const MARK = "account_deactivated";

/** Remembers, for the page that comes next in this tab, that the account was just closed. */
export function sayFarewell(): void {
  window.sessionStorage.setItem(MARK, "1");
}

/** "Account disattivato correttamente.", once, where one arrives afterwards. */
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

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { placeOf } from "@/lib/browser/unsaved-text";
import styles from "../account-form.module.css";

/** The two ways in which a user can close an account. */
export type Way = "deactivate" | "erase";

const MARK = "account_left";

/**
 * Stores in this tab that the account has just been deactivated or erased. The next page in the tab then shows a
 * message.
 */
export function sayFarewell(way: Way): void {
  placeOf("sessionStorage")?.setItem(MARK, way);
}

/** Shows once, on the page after closing an account, that the account was deactivated or erased. */
export function Farewell() {
  const t = useTranslations("login");
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const place = placeOf("sessionStorage");
    setSaid(place?.getItem(MARK) ?? null);
    place?.removeItem(MARK);
  }, []);
  if (!said) return null;
  return (
    <div className={styles.before}>
      <Banner role="status" title={t(said === "erase" ? "erased" : "deactivated")} />
    </div>
  );
}

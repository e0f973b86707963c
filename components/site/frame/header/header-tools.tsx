"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/** The right end of the bar, the same in the header and in the menu: language, mail, session, button. */
export function HeaderTools({ mail, children }: { mail: string; children: ReactNode }) {
  const t = useTranslations("header");
  return (
    <div className={styles.tools}>
      <LanguageSwitch />
      <a className={cx(styles.tool, styles.write)} href={`mailto:${mail}`}>
        {t("write")}
      </a>
      <SessionLink className={cx(styles.tool, styles.session)} />
      {children}
    </div>
  );
}

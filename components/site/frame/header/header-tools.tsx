"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/**
 * The right end of the bar, the same in the header and in the menu: language, session, button.
 *
 * @param way what the page's own bar offers besides; the menu has it among its links
 */
export function HeaderTools({ way, children }: { way?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.tools}>
      <LanguageSwitch />
      {way}
      <SessionLink className={cx(styles.tool, styles.session)} />
      {children}
    </div>
  );
}

"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/**
 * Renders the right end of the bar, the same in the header and the menu: language, session, button.
 *
 * @param ways receives the session link and adds other links; for the page's bar only, because the menu lists them itself
 */
export function HeaderTools({
  ways,
  children,
}: {
  ways?: (session: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const session = <SessionLink className={cx(styles.tool, styles.session)} />;
  return (
    <div className={styles.tools}>
      <LanguageSwitch again={!ways} />
      {ways ? ways(session) : session}
      {children}
    </div>
  );
}

"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/**
 * Renders the tools at the right end of the bar, for the header and for the menu: language, session link, menu button.
 *
 * @param ways returns the session link together with other links; only the header passes it, because the menu lists the
 * other links below its bar
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

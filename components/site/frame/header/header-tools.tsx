"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/**
 * Renders the tools at the right end of the header or of the menu's top bar: language, session link, menu button.
 *
 * @param ways renders the session link together with the link to apply or to write an email; only the header passes it,
 * because the menu lists these links elsewhere
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

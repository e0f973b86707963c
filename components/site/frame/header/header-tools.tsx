"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { LanguageSwitch } from "../language-switch";
import { SessionLink } from "../session-link";
import styles from "./header.module.css";

/**
 * The right end of the bar, the same in the header and in the menu: language, session, button.
 *
 * @param ways the page's own bar offers something beside the session, which it is given; the menu, without, has it among its links
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

import type { ReactNode } from "react";
import type { LinkProps } from "../buttons/link-props";
import markStyles from "../figures/mark.module.css";
import styles from "./tab-row.module.css";

/** Renders links, such as tabs or filters, between two 4 px lines, in one row if the width allows it. */
export function TabRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.row} aria-label={label}>
      <ul className={styles.list}>{children}</ul>
    </nav>
  );
}

/**
 * Renders one link of a TabRow. The current link has a ring before it. A link with `always` stays visible where a phone
 * hides the other links.
 */
export function TabLink({
  component: Anchor = "a",
  current = false,
  always = false,
  children,
  ...rest
}: LinkProps & { current?: boolean; always?: boolean }) {
  return (
    <li data-always={always || undefined}>
      <Anchor {...rest} className={styles.tab} aria-current={current ? "page" : undefined}>
        {current && <span className={markStyles.mark} aria-hidden="true" />}
        {children}
      </Anchor>
    </li>
  );
}

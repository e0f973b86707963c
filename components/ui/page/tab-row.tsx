import type { ReactNode } from "react";
import type { LinkProps } from "../actions/link-props";
import markStyles from "../figures/mark.module.css";
import styles from "./tab-row.module.css";

/** Links between two 4 px lines (tabs, filters), in a row where there is room for one. */
export function TabRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.row} aria-label={label}>
      <ul className={styles.list}>{children}</ul>
    </nav>
  );
}

/** One entry of a TabRow; the current one has a ring in front of it. */
export function TabLink({
  component: Anchor = "a",
  current = false,
  children,
  ...rest
}: LinkProps & { current?: boolean }) {
  return (
    <li>
      <Anchor {...rest} className={styles.tab} aria-current={current ? "page" : undefined}>
        {current && <span className={markStyles.mark} aria-hidden="true" />}
        {children}
      </Anchor>
    </li>
  );
}

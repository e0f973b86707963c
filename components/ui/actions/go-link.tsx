import { cx } from "../cx";
import markStyles from "../figures/mark.module.css";
import styles from "./go-link.module.css";
import type { LinkProps } from "./link-props";

/** A link standing alone: strong, underlined, a small ring as its only arrow. */
export function GoLink({ component: Anchor = "a", className, children, ...rest }: LinkProps) {
  return (
    <Anchor {...rest} className={cx(styles.go, className)}>
      {children}
      <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />
    </Anchor>
  );
}

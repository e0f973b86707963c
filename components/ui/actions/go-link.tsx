import { cx } from "../cx";
import markStyles from "../figures/mark.module.css";
import styles from "./go-link.module.css";
import type { LinkProps } from "./link-props";

/**
 * A link standing alone: strong, underlined, a small ring as its only arrow.
 *
 * @param back it leads to what came before: the ring is in front of the words
 */
export function GoLink({
  component: Anchor = "a",
  back = false,
  className,
  children,
  ...rest
}: LinkProps & { back?: boolean }) {
  return (
    <Anchor {...rest} className={cx(styles.go, back && styles.back, className)}>
      {children}
      <span className={cx(markStyles.mark, styles.mark)} data-ring="ring" aria-hidden="true" />
    </Anchor>
  );
}

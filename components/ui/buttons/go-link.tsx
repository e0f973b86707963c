import { cx } from "../cx";
import markStyles from "../figures/mark.module.css";
import styles from "./go-link.module.css";
import type { LinkProps } from "./link-props";

/**
 * Renders a standalone link: bold, underlined, with a small ring as its arrow.
 *
 * @param back whether the link leads back; the ring is then before the text
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

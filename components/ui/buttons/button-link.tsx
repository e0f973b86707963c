import { cx } from "../cx";
import markStyles from "../figures/mark.module.css";
import styles from "./button.module.css";
import { type ButtonLook, buttonClass } from "./button-class";
import type { LinkProps } from "./link-props";

/**
 * Renders a link that looks like a button. Unless `plain` is set, the link shows a ring, which marks a link to another
 * page.
 */
export function ButtonLink({
  component: Anchor = "a",
  variant,
  small,
  wide,
  centred,
  plain = false,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook & { plain?: boolean }) {
  return (
    <Anchor {...rest} className={cx(buttonClass({ variant, small, wide, centred }), className)}>
      <span>{children}</span>
      {!plain && <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />}
    </Anchor>
  );
}

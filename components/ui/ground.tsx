import { cx } from "./cx";
import styles from "./ground.module.css";

/** Draws the 4 px line at the start of a group on a page. With `thin`, draws the 2 px line that divides a group. */
export function Ground({
  thin = false,
  className,
}: {
  thin?: boolean;
  className?: string | undefined;
}) {
  return <hr className={cx(styles.ground, thin && styles.thin, className)} />;
}

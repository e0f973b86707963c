import { cx } from "./cx";
import styles from "./ground.module.css";

/** The ground: a 4 px line that opens a group. Use `thin` for the 2 px rule that divides one. */
export function Ground({
  thin = false,
  className,
}: {
  thin?: boolean;
  className?: string | undefined;
}) {
  return <hr className={cx(styles.ground, thin && styles.thin, className)} />;
}

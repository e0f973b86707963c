import type { CSSProperties, ReactNode } from "react";
import { cx } from "../cx";
import styles from "./ring.module.css";

/**
 * The one figure of the house. A ring has outer diameter D and hole D/2; a hoop has the same D and a
 * thin line. Ring = here, done, true; hoop = an empty place, a past position. Never decoration: it is
 * hidden from assistive technology, so the words beside it must say the same.
 *
 * @param size outer diameter, any CSS length (default 1em)
 * @param hoop draw the empty place instead of the ring
 * @param children what is shown in the hole (a figure, a word)
 */
export function Ring({
  size,
  hoop = false,
  className,
  children,
}: {
  size?: string;
  hoop?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const style = size ? ({ "--ring": size } as CSSProperties) : undefined;
  return (
    <span
      className={cx(hoop ? styles.hoop : styles.ring, className)}
      style={style}
      data-ring={hoop ? "hoop" : "ring"}
      aria-hidden={children ? undefined : true}
    >
      {children}
    </span>
  );
}

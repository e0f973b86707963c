import type { CSSProperties, ReactNode } from "react";
import { cx } from "../cx";
import styles from "./ring.module.css";

/**
 * Draws the site's symbol. A thick ring has outer diameter D and a hole of D/2, and means present, done, or true. A
 * thin ring ("hoop") has the same diameter, and means an empty or past position. The symbol is never decoration. It is
 * hidden from assistive technology, so a text next to it must give the same information.
 *
 * @param size outer diameter, any CSS length (default 1em)
 * @param hoop draws the thin ring
 * @param children the content of the hole (a number or a word)
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
  // Flight data also contain undefined props, and a page can have many rings.
  return (
    <span
      className={cx(hoop ? styles.hoop : styles.ring, className)}
      data-ring={hoop ? "hoop" : "ring"}
      {...(size && { style: { "--ring": size } as CSSProperties })}
      {...(children ? { children } : { "aria-hidden": true })}
    />
  );
}

import type { ElementType, ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Renders text for screen readers only. `as` sets the element (span by default). */
export function VisuallyHidden({
  as: Element = "span",
  ...rest
}: {
  as?: ElementType;
  id?: string;
  role?: "status";
  children: ReactNode;
}) {
  return <Element className={styles.hidden} {...rest} />;
}

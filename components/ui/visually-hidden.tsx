import type { ElementType, ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Renders text for screen readers only. `as` sets the element (span by default). */
export function VisuallyHidden({
  as: Element = "span",
  id,
  role,
  children,
}: {
  as?: ElementType;
  id?: string;
  role?: "status";
  children: ReactNode;
}) {
  return (
    <Element className={styles.hidden} id={id} role={role}>
      {children}
    </Element>
  );
}

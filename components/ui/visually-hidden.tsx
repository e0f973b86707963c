import type { ElementType, ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Text for screen readers only. `as` chooses the element (span by default). */
export function VisuallyHidden({
  as: Element = "span",
  id,
  children,
}: {
  as?: ElementType;
  id?: string;
  children: ReactNode;
}) {
  return (
    <Element className={styles.hidden} id={id}>
      {children}
    </Element>
  );
}

import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { Ring } from "./figures/ring";

/** Shows that a list is empty: a thin ring on a line, one sentence, and a next step (children). */
export function EmptyState({
  title,
  text,
  level = 2,
  children,
}: {
  title: string;
  text?: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
}) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Ring hoop size="var(--space-8)" className={styles.hoop} />
      <Title className={styles.title}>{title}</Title>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

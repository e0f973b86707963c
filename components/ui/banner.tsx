import type { ReactNode } from "react";
import styles from "./banner.module.css";
import { Ring } from "./figures/ring";

/**
 * Renders a coloured banner with a ring, a bold sentence, and plain text.
 *
 * @param title the bold sentence
 * @param level the heading level of the title; without it, the title is a paragraph
 * @param tone accent (default), positive, or negative
 * @param role "status" or "alert" if the banner appears after an action
 */
export function Banner({
  title,
  level,
  tone = "accent",
  role,
  children,
}: {
  title: ReactNode;
  level?: 2 | 3;
  tone?: "accent" | "positive" | "negative";
  role?: "status" | "alert";
  children?: ReactNode;
}) {
  const Title = level ? (`h${level}` as const) : "p";
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      <Ring size="var(--mark-large)" />
      <div>
        <Title className={styles.title}>{title}</Title>
        {children && <div className={styles.text}>{children}</div>}
      </div>
    </div>
  );
}

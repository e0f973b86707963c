import type { ReactNode } from "react";
import styles from "./profile.module.css";

/** Renders a profile section with a heading. `id` is the section's anchor. */
export function ProfilePart({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  const heading = `profile-${id}`;
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

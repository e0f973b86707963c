import type { ReactNode } from "react";
import styles from "./error-scene.module.css";

/**
 * A page that could not be shown: title, subtitle, a way on, the status on the ground of its drawing.
 * The hue comes from the element around it (`data-section`).
 *
 * @param status the HTTP status shown
 * @param detail what is known about the error, in small print
 * @param figure FallenFigure (no such place) or StillFigure (something broke)
 * @param children the way on
 */
export function ErrorScene({
  status,
  title,
  subtitle,
  detail,
  figure,
  children,
}: {
  status: number;
  title: string;
  subtitle: string;
  detail?: string;
  figure: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.scene}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{subtitle}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
        <div className={styles.actions}>{children}</div>
      </div>
      <div className={styles.figure}>
        {figure}
        <p className={styles.status} aria-hidden={detail ? true : undefined}>
          {status}
        </p>
      </div>
    </div>
  );
}

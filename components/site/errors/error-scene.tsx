import type { ReactNode } from "react";
import styles from "./error-scene.module.css";

/**
 * Renders an error page: title, subtitle, a link, and the status in the drawing. The surrounding element sets the
 * colour (`data-section`).
 *
 * @param status the HTTP status
 * @param detail known details of the error, in small print
 * @param figure FallenFigure (no such page) or StillFigure (a failure)
 * @param children a link or button to continue
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

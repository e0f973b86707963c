import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import styles from "./footer.module.css";
import { LegalLinks } from "./legal-links";

/** The footer of the private pages: one line on the dark. */
export function DashboardFooter({ consent }: { consent: ReactNode }) {
  return (
    <footer data-theme="dark" className={styles.legal}>
      <div className={styles.inner}>
        <LegalLinks locale={useLocale()} consent={consent} alone />
      </div>
    </footer>
  );
}

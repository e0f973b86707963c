import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import styles from "./footer.module.css";
import { LegalLinks } from "./legal-links";

/**
 * Renders the dark footer of private and account pages: policies, cookie preferences, and email address in one line.
 */
export function LegalFooter({ consent }: { consent: ReactNode }) {
  return (
    <footer data-theme="dark" className={styles.legal}>
      <div className={styles.inner}>
        <LegalLinks locale={useLocale()} consent={consent} alone />
      </div>
    </footer>
  );
}

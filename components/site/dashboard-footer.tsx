import { useLocale } from "next-intl";
import styles from "./footer.module.css";
import { LegalLinks } from "./legal-links";

/** The footer of the private pages: one line on the dark. */
export function DashboardFooter() {
  return (
    <footer data-theme="dark" className={styles.legal}>
      <div className={styles.inner}>
        <LegalLinks locale={useLocale()} withMail />
      </div>
    </footer>
  );
}

import { useTranslations } from "next-intl";
import styles from "./skip-link.module.css";

/** The first stop of the keyboard on every page: past the header, to the main part. Seen while it has the focus. */
export function SkipLink() {
  const t = useTranslations("header");
  return (
    <a className={styles.skip} href="#main">
      {t("skip")}
    </a>
  );
}

import { useTranslations } from "next-intl";
import styles from "./skip-link.module.css";

/** Renders the first focusable link of every page, which skips the header. The link is visible only while focused. */
export function SkipLink() {
  const t = useTranslations("header");
  return (
    <a className={styles.skip} href="#main">
      {t("skip")}
    </a>
  );
}

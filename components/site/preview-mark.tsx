import { useTranslations } from "next-intl";
import styles from "./preview-mark.module.css";

/** Marks every page of a preview deployment, so that visitors recognize it (variable SITE_ENV). */
export function PreviewMark() {
  return <aside className={styles.mark}>{useTranslations("preview")("mark")}</aside>;
}

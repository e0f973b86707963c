import { useTranslations } from "next-intl";
import styles from "./preview-mark.module.css";

/** On every page of a deployment that is only to be looked at (SITE_ENV). */
export function PreviewMark() {
  return <aside className={styles.mark}>{useTranslations("preview")("mark")}</aside>;
}

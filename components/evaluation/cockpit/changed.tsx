import { useTranslations } from "next-intl";
import styles from "./project-sheet.module.css";

/** Beside what is no longer as it was when the reader scored it. */
export function Changed() {
  const t = useTranslations("evaluation.sheet");
  return (
    <>
      {" "}
      <strong className={styles.changed}>{t("changed")}</strong>
    </>
  );
}

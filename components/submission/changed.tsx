import { useTranslations } from "next-intl";
import styles from "./answers.module.css";

/** Marks content that has changed since an earlier submission. */
export function Changed() {
  const t = useTranslations("evaluation.sheet");
  return (
    <>
      {" "}
      <strong className={styles.changed}>{t("changed")}</strong>
    </>
  );
}

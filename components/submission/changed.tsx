import { useTranslations } from "next-intl";
import styles from "./answers.module.css";

/** Marks an answer or file that differs from an earlier submission. */
export function Changed() {
  const t = useTranslations("evaluation.sheet");
  return (
    <>
      {" "}
      <strong className={styles.changed}>{t("changed")}</strong>
    </>
  );
}

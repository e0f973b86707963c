import { useTranslations } from "next-intl";
import styles from "./project-panel.module.css";

/** Marks content that has changed since the evaluator scored it. */
export function Changed() {
  const t = useTranslations("evaluation.sheet");
  return (
    <>
      {" "}
      <strong className={styles.changed}>{t("changed")}</strong>
    </>
  );
}

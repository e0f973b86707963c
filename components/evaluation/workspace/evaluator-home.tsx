import { useTranslations } from "next-intl";
import { EvaluationList } from "../list/evaluation-list";
import styles from "./evaluator-home.module.css";
import { EvaluatorPage } from "./evaluator-page";

/** Renders the evaluator's first page: the title and the list of sent projects. */
export function EvaluatorHome() {
  const t = useTranslations("evaluation");
  return (
    <EvaluatorPage>
      <h1 className={styles.title}>{t("title")}</h1>
      <EvaluationList />
    </EvaluatorPage>
  );
}

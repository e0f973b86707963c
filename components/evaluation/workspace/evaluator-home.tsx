import { useTranslations } from "next-intl";
import { EvaluationList } from "../list/evaluation-list";
import styles from "./evaluator-home.module.css";
import { DeskPage } from "./evaluator-page";

/** Renders the evaluator's first page: the title and the list of sent projects. */
export function EvaluationDesk() {
  const t = useTranslations("evaluation");
  return (
    <DeskPage>
      <h1 className={styles.title}>{t("title")}</h1>
      <EvaluationList />
    </DeskPage>
  );
}
